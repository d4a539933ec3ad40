import { sharesOf } from './shares.js';

const pod = (name: string, cpu: number): Parameters<typeof sharesOf>[0][number] => ({
  namespace: 'shop',
  name,
  requests: [{ resource: 'cpu', value: cpu }],
});

test('pods fill a node one after the other, the largest first', () => {
  const shares = sharesOf([pod('a', 1), pod('b', 2), pod('c', 0)], { resource: 'cpu', value: 4 });
  expect(shares.map(({ name, from, share }) => [name, from, share])).toEqual([
    ['b', 0, 0.5],
    ['a', 0.5, 0.25],
  ]);
});

test('each pod is one of those that a node may have', () => {
  expect(sharesOf([pod('a', 1), pod('b', 2)], { resource: 'pods', value: 8 }).map(({ share }) => share)).toEqual([
    0.125, 0.125,
  ]);
});
