import { decidePods } from '../../batch/decide-pods.js';
import { defaultProfile } from '../../configuration/read-profile.js';
import { makeNode, makePod, makeSnapshot } from '../../testing/index.js';
import { IncrementalExecutor } from './incremental-executor.js';

/** What the executor has after pods of so many classes on three nodes, two pods of each. */
function bytesAfter(executor: IncrementalExecutor, classes: number): number {
  const profile = defaultProfile();
  const pods = Array.from({ length: 2 * classes }, (_, index) =>
    makePod(`p${index}`)
      .labels({ class: String(index % classes) })
      .requests({ cpu: '1m' }),
  );
  const snapshot = makeSnapshot(['a', 'b', 'c'].map((name) => makeNode(name)));
  const attempts = [
    ...decidePods({
      snapshot,
      pods,
      profileOf: () => profile,
      tieBreak: { rule: 'first' },
      now: '2026-01-01T00:00:00Z',
      executor,
    }),
  ];
  expect(attempts.map(({ outcome }) => outcome)).toEqual(pods.map(() => 'scheduled'));
  return executor.bytes;
}

test('what the classes take is known, and more than is allowed is forgotten', () => {
  const one = bytesAfter(new IncrementalExecutor(), 1);
  expect(one).toBeGreaterThan(0);
  expect(bytesAfter(new IncrementalExecutor(), 10)).toBe(10 * one);
  expect(bytesAfter(new IncrementalExecutor({ mostBytes: 4 * one }), 10)).toBe(4 * one);
  // The class that is decided and the one before it are kept, whatever they take.
  expect(bytesAfter(new IncrementalExecutor({ mostBytes: 1 }), 10)).toBe(2 * one);
});

test('another snapshot begins with nothing', () => {
  const executor = new IncrementalExecutor();
  expect(bytesAfter(executor, 10)).toBe(bytesAfter(executor, 10));
});
