import { EventQueue, type QueuedEvent } from './event-queue.js';

const event = (kind: string, version: number, seenMs: number): QueuedEvent => {
  return { line: `${kind} ${version}`, seenMs, order: { kind, version: String(version) } };
};
const mark = (line: string, seenMs: number): QueuedEvent => ({ line, seenMs });

async function queued(...events: readonly QueuedEvent[]): Promise<EventQueue> {
  const queue = new EventQueue();
  for (const one of events) await queue.push(one);
  return queue;
}

test.each<[name: string, events: readonly QueuedEvent[], nowMs: number | undefined, lines: string[], left: string[]]>([
  [
    'events of several kinds by their versions',
    [event('Pod', 3, 0), event('Node', 2, 40)],
    100,
    ['Node 2', 'Pod 3'],
    [],
  ],
  [
    'what came late with what it comes before',
    [event('Pod', 3, 0), event('Node', 2, 90)],
    100,
    ['Node 2', 'Pod 3'],
    [],
  ],
  [
    'no event that one of another kind may still come before',
    [event('Pod', 1, 0), event('Pod', 3, 90)],
    100,
    ['Pod 1'],
    ['Pod 3'],
  ],
  ['all where none is settled', [event('Pod', 3, 90), event('Node', 2, 95)], 100, ['Node 2', 'Pod 3'], []],
  ['all at the end', [event('Pod', 1, 0), event('Pod', 3, 90)], undefined, ['Pod 1', 'Pod 3'], []],
  [
    'marks of lists where they are',
    [event('Pod', 9, 0), mark('LIST_END', 0), event('Node', 2, 0)],
    100,
    ['Pod 9', 'LIST_END', 'Node 2'],
    [],
  ],
])('a batch has %s', async (_, events, nowMs, lines, left) => {
  const queue = await queued(...events);
  expect(queue.take(nowMs).lines).toEqual(lines);
  expect(queue.take().lines).toEqual(left);
  expect(queue.take()).toEqual({ lines: [], oldestMs: undefined });
});

test('a batch has so many events, and the oldest says how far it is behind', async () => {
  const queue = await queued(...Array.from({ length: 1_001 }, (_, index) => event('Pod', index + 1, 1_001 - index)));
  const { lines, oldestMs } = queue.take(2_000);
  expect([lines.length, oldestMs, queue.size]).toEqual([1_000, 2, 1]);
});
