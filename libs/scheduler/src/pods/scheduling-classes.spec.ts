import { schedulingClass } from './scheduling-class.js';
import { SchedulingClasses } from './scheduling-classes.js';
import { placedPod } from '../snapshot/index.js';
import { makePod, type PodBuilder } from '../testing/index.js';

const NOW = '2026-01-01T00:00:00Z';
const plain = (name: string) => makePod(name).labels({ app: 'x' }).requests({ cpu: 1 }).hostPort(80);

/**
 * Pods that differ from the first in one thing that a class has, and are asked for in this
 * order, by one set of classes.
 */
const PODS: readonly [name: string, pod: PodBuilder][] = [
  ['a plain one', plain('a')],
  ['of the same class', plain('b')],
  ['with other labels', plain('c').labels({ app: 'y' })],
  ['in another namespace', plain('d').namespace('other')],
  ['of a controller', plain('e').ownedBy('ReplicaSet', 'r')],
  ['terminating', plain('f').terminating()],
  ['with a claim of its own', plain('g').with({ volumes: [{ name: 'v', ephemeral: {} }] })],
  ['being resized', plain('h').withStatus({ containerStatuses: [{ name: 'c', resources: { requests: { cpu: 2 } } }] })],
  ['started already', plain('i').withStatus({ startTime: '2025-01-01T00:00:00Z' })],
];

describe('classes are those that are worked out pod by pod, and what is placed is what would be placed alone', () => {
  const classes = new SchedulingClasses();
  const seen = ({ terms, ...rest }: ReturnType<typeof placedPod>): unknown => ({ ...rest, terms: terms() });
  test.each(PODS)('for one %s', (_name, pod) => {
    for (let times = 0; times < 2; times += 1) {
      expect(classes.of(pod)).toBe(schedulingClass(pod));
      expect(seen(classes.placed(pod, NOW))).toEqual(seen(placedPod(pod, NOW)));
    }
  });
  test('also when the next ones start later', () => {
    expect(classes.placed(plain('z'), '2026-02-01T00:00:00Z').startedAt).toBe(Date.parse('2026-02-01T00:00:00Z'));
  });
  test('pods of one class share what is not theirs alone', () => {
    const [a, b] = ['a', 'b'].map((name) => classes.placed(plain(name), NOW));
    expect([a?.load === b?.load, a?.labels === b?.labels, a?.name, b?.name]).toEqual([true, true, 'a', 'b']);
  });
});

test('a spec that is the same object is not taken for the whole class', () => {
  const classes = new SchedulingClasses();
  const { spec } = plain('a');
  const labelled = (app: string) => ({ metadata: { name: 'p', namespace: 'default', labels: { app } }, spec });
  expect(classes.of(labelled('x'))).not.toBe(classes.of(labelled('y')));
  expect(classes.of(labelled('y'))).toBe(schedulingClass(labelled('y')));
});

test('pods with labels of their own do not pile up', () => {
  const classes = new SchedulingClasses();
  const { spec } = plain('a');
  for (let index = 0; index < 20_000; index += 1) classes.of({ metadata: { labels: { job: String(index) } }, spec });
  expect(classes.size).toBe(20_000 - 16_384);
});

test('long texts are forgotten sooner than short ones: it is their characters that are bounded', () => {
  const classes = new SchedulingClasses();
  const long = 'x'.repeat(2 ** 18);
  let most = 0;
  for (let number = 0; number < 60; number += 1) {
    classes.of(makePod('p').labels({ app: `${number}`, long }));
    most = Math.max(most, classes.bytes);
  }
  expect(most).toBeLessThan(64 * 2 ** 20);
  expect(classes.size).toBeLessThan(60);
});
