import fc from 'fast-check';
import { makeVolume, type VolumeBuilder } from '../../testing/index.js';
import { reachable, type PersistentVolume } from '../../volumes/index.js';
import { CandidateVolumes } from './candidate-volumes.js';

const local = (name: string, ...hosts: string[]): VolumeBuilder =>
  makeVolume(name).reachedBy({ matchExpressions: [{ key: 'host', operator: 'In', values: hosts }] });
const shown = (volumes: PersistentVolume[], labels: Record<string, string>): string[] => {
  const names: string[] = [];
  new CandidateVolumes(volumes).first(labels, ({ metadata }) => (names.push(metadata?.name ?? ''), false));
  return names;
};

describe('a node is shown', () => {
  const cases: [name: string, volumes: PersistentVolume[], labels: Record<string, string>, want: string[]][] = [
    [
      "volumes under its label's value",
      [local('a', 'x'), local('b', 'y'), local('c', 'y', 'x', 'x')],
      { host: 'x' },
      ['a', 'c'],
    ],
    ['none under a label that it has not', [local('a', 'x')], { zone: 'x' }, []],
    ['none under an empty value that it has not', [local('a', '')], {}, []],
    ['those under an empty value that it has', [local('a', '')], { host: '' }, ['a']],
    [
      'all that no label keeps',
      [makeVolume('a'), makeVolume('b').reachedBy(), local('c', 'y')],
      { host: 'x' },
      ['a', 'b'],
    ],
    [
      'all that say nothing, or nothing of nodes',
      [
        { metadata: { name: 'a' } },
        makeVolume('b').with({ nodeAffinity: null }),
        makeVolume('c').with({ nodeAffinity: { required: null } }),
      ],
      { host: 'x' },
      ['a', 'b', 'c'],
    ],
    [
      'those of two terms',
      [
        makeVolume('a').reachedBy(
          ...['y', 'z'].map((value) => ({ matchExpressions: [{ key: 'host', operator: 'In', values: [value] }] })),
        ),
      ],
      { host: 'x' },
      ['a'],
    ],
    [
      'those of other operators',
      [makeVolume('a').reachedBy({ matchExpressions: [{ key: 'host', operator: 'NotIn', values: ['x'] }] })],
      { host: 'x' },
      ['a'],
    ],
    [
      'those of a term about names',
      [makeVolume('a').reachedBy({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] })],
      { host: 'x' },
      ['a'],
    ],
    [
      'none of a term without values',
      [makeVolume('a').reachedBy({ matchExpressions: [{ key: 'host', operator: 'In' }] })],
      { host: 'x' },
      [],
    ],
    [
      'those behind another operator',
      [
        makeVolume('a').reachedBy({
          matchExpressions: [
            { key: 'disk', operator: 'Exists' },
            { key: 'host', operator: 'In', values: ['y'] },
          ],
        }),
      ],
      { host: 'x' },
      [],
    ],
  ];
  test.each(cases)('%s', (_name, volumes, labels, want) => expect(shown(volumes, labels)).toEqual(want));
});

test('the first of all lists is taken, and none behind it is asked', () => {
  const asked: string[] = [];
  const volumes = [local('a', 'y'), makeVolume('b'), local('c', 'x'), makeVolume('d').inZones('z'), makeVolume('e')];
  const willDo = ({ metadata }: { metadata?: { name?: string } }): boolean => (
    asked.push(metadata?.name ?? ''),
    metadata?.name !== 'b'
  );
  expect([new CandidateVolumes(volumes).first({ host: 'x', zone: 'z' }, willDo)?.metadata?.name, asked]).toEqual([
    'c',
    ['b', 'e', 'c'],
  ]);
});

test('what is found is what asking every volume finds', () => {
  const value = fc.constantFrom('x', 'y', 'z');
  const expression = fc.record({
    key: fc.constantFrom('host', 'zone'),
    operator: fc.constantFrom('In', 'In', 'In', 'NotIn', 'Exists'),
    values: fc.array(value, { maxLength: 2 }),
  });
  const term = fc.record({ matchExpressions: fc.array(expression, { maxLength: 2 }) });
  const volume = fc.option(fc.array(term, { maxLength: 2 }));
  const labels = fc.record({ host: value, zone: value }, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.array(volume, { maxLength: 8 }), labels, (affinities, node) => {
      const volumes = affinities.map((terms, index) =>
        terms === null ? makeVolume(`v${index}`) : makeVolume(`v${index}`).reachedBy(...terms),
      );
      const willDo = (one: Parameters<typeof reachable>[0]): boolean => reachable(one)(node);
      expect(new CandidateVolumes(volumes).first(node, willDo)).toBe(volumes.find(willDo));
    }),
    { numRuns: 500 },
  );
});
