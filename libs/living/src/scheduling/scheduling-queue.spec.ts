import { SchedulingQueue } from './scheduling-queue.js';

const because = { kind: 'request', request: 'r' } as const;
const pod = (uid: string, priority = 0) => ({ key: `t/${uid}`, uid, priority });
const open = { now: 1_000, isGated: false, because };
const taken = (queue: SchedulingQueue): string[] => {
  const uids: string[] = [];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) uids.push(next.uid);
  return uids;
};

test('pods are taken by priority, then by time, then as they came', () => {
  const queue = new SchedulingQueue(new Map(), 0);
  queue.add(pod('late'), { now: 2_000, isGated: false, because });
  for (const one of [pod('b'), pod('a'), pod('high', 5)]) queue.add(one, open);
  expect(taken(queue)).toEqual(['high', 'b', 'a', 'late']);
});

test('back-offs double up to 10 s and are cut to whole seconds', () => {
  const queue = new SchedulingQueue(new Map(), 0);
  queue.add(pod('a'), open);
  const untils = [1_500, 20_000, 40_000, 60_000, 80_000, 100_000].map((now) => {
    const next = queue.pop();
    if (next === undefined) throw new Error('nothing is active');
    queue.failed(next, ['X'], now);
    const failed = queue.get('a');
    if (failed !== undefined) queue.wake(failed, 'NodeAdd', { now: now + 15_000, because });
    return failed?.until;
  });
  expect(untils).toEqual([2_000, 22_000, 44_000, 68_000, 90_000, 110_000]);
});

test('a queue that is made of what another kept goes on', () => {
  const memory = new Map<string, unknown>();
  const queue = new SchedulingQueue(memory, 0);
  for (const one of [pod('a'), pod('b', 1), pod('c')]) queue.add(one, open);
  const failed = queue.pop();
  if (failed !== undefined) queue.failed(failed, ['X'], 1_000);
  const again = new SchedulingQueue(new Map(JSON.parse(JSON.stringify([...memory])) as [string, unknown][]), 0);
  expect([again.flushAt, again.unschedulable().map(({ uid }) => uid), taken(again)]).toEqual([
    ...[queue.flushAt, ['b'], ['a', 'c']],
  ]);
});

test('a pod that has left does not put off the next look, for the queue that knew it and for one that goes on', () => {
  const memory = new Map<string, unknown>();
  const queue = new SchedulingQueue(memory, 0);
  for (const [uid, now] of [
    ['a', 1_000],
    ['b', 61_000],
  ] as const) {
    queue.add(pod(uid), { ...open, now });
    const next = queue.pop();
    if (next !== undefined) queue.failed(next, ['X'], now);
  }
  queue.remove('a');
  const again = new SchedulingQueue(new Map(memory), 0);
  expect([queue.flushAt, again.flushAt]).toEqual([330_000, 330_000]);
  again.flush({ now: 330_000, because });
  expect(again.flushAt).toBe(390_000);
});
