import { expect, test } from 'vitest';
import { readEvents } from './events';

async function read(...chunks: string[]) {
  const stream = new ReadableStream<string>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const found = [];
  for await (const event of readEvents(stream)) found.push(event);
  return found;
}

test('events are read however they are cut', async () => {
  const text = 'data: {"a": 1}\n\nevent: refused\ndata: {"b: c": 2}\n\n';
  const events = [
    { name: 'message', data: '{"a": 1}' },
    { name: 'refused', data: '{"b: c": 2}' },
  ];
  expect(await read(text)).toEqual(events);
  expect(await read(...text)).toEqual(events);
});

test('half an event at the end is dropped', async () => {
  expect(await read('data: 1\n\ndata: 2')).toEqual([{ name: 'message', data: '1' }]);
});
