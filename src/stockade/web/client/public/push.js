// The service worker for push: shows notices that arrive while Stockade is closed, and opens their match. It answers no
// requests of the page, so nothing is cached.

self.addEventListener('push', (event) => {
  const { text, path, tag } = event.data?.json() ?? {};
  event.waitUntil(
    self.registration.showNotification('Stockade', {
      body: text ?? 'A game waits for you.',
      tag: tag ?? 'stockade',
      icon: '/icon-192.png',
      data: { path: path ?? '/' },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/** Shows a page of this site: in its tab if it has one, otherwise in a new one. */
async function open(path) {
  const address = new URL(path, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find((each) => new URL(each.url).pathname === address.pathname);
  await (tab ? tab.focus() : self.clients.openWindow(address.href));
}
