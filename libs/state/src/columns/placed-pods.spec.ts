import { PlacedPods } from './placed-pods.js';
import type { PlacedRow } from '../rows/index.js';

const shapeOf = (app: string): string =>
  JSON.stringify({ metadata: { labels: { app } }, spec: { containers: [{ name: 'c', image: 'i' }] } });

/** A pod with labels of its own, as those of jobs have. */
const row = (number: number): PlacedRow => {
  const placed = ['shop', `p${number}`, `uid-${number}`, 'node', '1', null] as const;
  return [...placed, shapeOf(`${number}`), null];
};

test('shapes are forgotten when there are too many, and what is taken for them says so', () => {
  const pods = new PlacedPods(10 * shapeOf('1').length);
  let most = 0;
  for (let number = 0; number < 1_000; number++) {
    expect(pods.of(row(number)).name).toBe(`p${number}`);
    most = Math.max(most, pods.bytes);
  }
  const one = new PlacedPods();
  one.of(row(100));
  expect(most).toBeGreaterThan(8 * one.bytes);
  expect(most).toBeLessThan(14 * one.bytes);
});
