import { parse, type Route } from './routes';

const here = () => location.pathname + location.search;

class Router {
  route: Route = $state(parse(here()));

  constructor() {
    addEventListener('popstate', () => this.#read());
    // One listener handles every link of the page, including those inside server-rendered lessons.
    document.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = (event.target as Element | null)?.closest?.('a[href]');
      if (!(link instanceof HTMLAnchorElement) || link.target || link.origin !== location.origin) return;
      if (parse(link.pathname).page === 'missing') return;
      if (link.pathname === location.pathname && link.hash) return;
      event.preventDefault();
      this.go(link.pathname + link.search);
    });
  }

  /** Goes to another page. It finds `state` in the history, also when somebody comes back to it. */
  go(path: string, replace = false, state: object | null = null): void {
    if (path === here()) return;
    const isSamePage = path.split('?')[0] === location.pathname;
    history[replace ? 'replaceState' : 'pushState'](state, '', path);
    this.#read();
    if (!replace && !isSamePage) scrollTo(0, 0);
  }

  #read(): void {
    this.route = parse(here());
  }
}

export const router = new Router();
