import { makeNode, makeSnapshot } from '../../testing/index.js';
import { touchedDomains } from './touched-domains.js';

/** Rows 0 to 4. */
const snapshot = makeSnapshot([
  makeNode('a').labels({ zone: 'z1', rack: 'r1' }),
  makeNode('b').labels({ zone: 'z1', rack: 'r2' }),
  makeNode('c').labels({ zone: 'z2', rack: 'r1' }),
  makeNode('d').labels({ zone: 'z2' }),
  makeNode('e').labels({ zone: '', rack: 'r1' }),
]);

describe('a pod touches the domains', () => {
  const cases: [
    name: string,
    keys: readonly string[],
    changed: readonly string[],
    row: number,
    of: readonly number[],
    want: readonly number[],
  ][] = [
    ['of its node, with one key', ['zone'], ['zone'], 1, [0, 0, 1, 1, 2], [0]],
    ['of its node, with no key', [], ['zone'], 1, [0, 0, 0, 0, 0], [0]],
    ['of the empty value, which is not absence', ['zone'], ['zone'], 4, [0, 0, 1, 1, 2], [2]],
    ['that share a value of the key by which it counts', ['zone', 'rack'], ['zone'], 0, [0, 1, 2, 3, 4], [0, 1]],
    ['that share a value of another key', ['zone', 'rack'], ['rack'], 0, [0, 1, 2, 3, 4], [0, 2, 4]],
    ['that share a value of either', ['zone', 'rack'], ['zone', 'rack'], 0, [0, 1, 2, 3, 4], [0, 1, 2, 4]],
  ];
  test.each(cases)('%s', (_name, keys, changed, row, of, want) => {
    const touched = touchedDomains(snapshot, new Set(keys));
    expect([[...touched.domains.of], touched.by(new Set(changed), row)]).toEqual([of, want]);
  });
});
