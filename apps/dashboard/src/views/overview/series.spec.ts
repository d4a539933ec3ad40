import { podsOf, seriesOf } from './series.js';

const row = (resource: string, at: string, ratio: number | null) => ({ resource, at, ratio });

test('the fullest resources at the end come first, four at most, and those that no node ever had are left out', () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'none'].flatMap((resource, index) => [
    row(resource, '1', 0),
    row(resource, '2', resource === 'none' ? null : index / 10),
  ]);
  const found = seriesOf(rows.map((one) => (one.resource === 'none' ? { ...one, ratio: null } : one)));
  expect(found.map(({ resource }) => resource)).toEqual(['e', 'd', 'c', 'b']);
  expect(found[0]?.samples).toEqual([
    { at: '1', value: 0 },
    { at: '2', value: 0.4 },
  ]);
});

test('each bucket counts its pods once, although each of its resources has a row', () => {
  const at = (time: string, pods: number) => ({ at: time, pods, pendingPods: 0 });
  expect(podsOf([at('1', 3), at('1', 3), at('2', 3), at('3', 4), at('3', 4)])).toEqual([
    at('1', 3),
    at('2', 3),
    at('3', 4),
  ]);
});
