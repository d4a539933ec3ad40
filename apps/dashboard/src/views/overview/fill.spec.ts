import { fillOf, fullestOf } from './fill.js';

test('totals by resource, a resource that no node has included', () => {
  const fill = fillOf({
    allocatable: [{ resource: 'cpu', value: 20 }],
    requested: [
      { resource: 'cpu', value: 5 },
      { resource: 'nvidia.com/gpu', value: 2 },
    ],
    free: [{ resource: 'cpu', value: 15 }],
  });
  expect(fill).toEqual([
    { resource: 'cpu', allocatable: 20, requested: 5, free: 15, ratio: 0.25 },
    { resource: 'nvidia.com/gpu', allocatable: 0, requested: 2, free: 0, ratio: null },
  ]);
});

test('the fullest resource, the number of pods apart', () => {
  const fill = (resource: string, ratio: number | null) => ({ resource, allocatable: 1, requested: 1, free: 0, ratio });
  expect(fullestOf([fill('cpu', 0.2), fill('memory', 0.5), fill('pods', 0.9), fill('gpu', null)])?.resource).toBe(
    'memory',
  );
  expect(fullestOf([fill('pods', 1)])).toBeUndefined();
});
