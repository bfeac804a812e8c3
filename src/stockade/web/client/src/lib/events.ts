/** One event of a stream. */
export interface ServerEvent {
  name: string;
  data: string;
}

/** Reads server-sent events from a stream of text. */
export async function* readEvents(stream: ReadableStream<string>): AsyncGenerator<ServerEvent> {
  const reader = stream.getReader();
  let left = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      left += value;
      const parts = left.split('\n\n');
      left = parts.pop() ?? '';
      for (const part of parts) yield eventOf(part);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function eventOf(part: string): ServerEvent {
  const event = { name: 'message', data: '' };
  for (const line of part.split('\n')) {
    const [field, value] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()];
    if (field === 'event') event.name = value;
    if (field === 'data') event.data += value;
  }
  return event;
}
