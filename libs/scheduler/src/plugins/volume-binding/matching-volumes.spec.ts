import { makeClaim, makeVolume, type ClaimBuilder, type VolumeBuilder } from '../../testing/index.js';
import type { PersistentVolume, PersistentVolumeClaim } from '../../volumes/index.js';
import { isReservedFor, MatchingVolumes } from './matching-volumes.js';

const claim = (): ClaimBuilder => makeClaim('c').of('fast').asks('5Gi').modes('ReadWriteOnce');
const volume = (name: string): VolumeBuilder => makeVolume(name).of('fast').has('5Gi').modes('ReadWriteOnce');
const reserved = (name: string): VolumeBuilder =>
  makeVolume(name).of('fast').has('5Gi').phase('Bound').reservedFor({ namespace: 'default', name: 'c' });

function match(
  wanted: ClaimBuilder,
  volumes: readonly VolumeBuilder[],
  { zone = 'a', taken = [] }: { zone?: string; taken?: string[] } = {},
): string | undefined {
  const matching = MatchingVolumes.of(wanted, volumes);
  if ('problem' in matching) return matching.problem;
  return matching.on({ zone }, new Set(taken))?.metadata?.name;
}

describe('a volume that may be bound', () => {
  const cases: [name: string, volume: VolumeBuilder, fits: boolean, claim?: ClaimBuilder][] = [
    ['is as large as asked', volume('v'), true],
    ['is larger', volume('v').has('6Gi'), true],
    ['is no byte smaller', volume('v').has(5 * 2 ** 30 - 1), false],
    ['says how large it is', volume('v').with({ capacity: {} }), false],
    [
      'need not say so to a claim that does not ask',
      volume('v').with({ capacity: null }),
      true,
      makeClaim('c').of('fast'),
    ],
    ["is of the claim's class", volume('v').of('slow'), false],
    ['is of no class, as the claim', makeVolume('v').has('5Gi'), true, makeClaim('c').asks('5Gi')],
    ['is available', volume('v').phase('Bound'), false],
    ['has a phase', Object.assign(volume('v'), { status: {} }), false],
    ['is not going', volume('v').meta({ deletionTimestamp: '2026-01-01T00:00:00Z' }), false],
    ['allows what the claim wants to do', volume('v').modes('ReadOnlyMany'), false],
    ['may allow more', volume('v').modes('ReadOnlyMany', 'ReadWriteOnce'), true],
    ['allows all that the claim wants to do', volume('v'), false, claim().modes('ReadWriteOnce', 'ReadOnlyMany')],
    [
      'may allow nothing where nothing is wanted',
      makeVolume('v').of('fast').has('5Gi'),
      true,
      makeClaim('c').of('fast'),
    ],
    ['is a file system, as the claim says', volume('v'), true, claim().with({ volumeMode: 'Filesystem' })],
    ['says that it is a file system', volume('v').with({ volumeMode: 'Filesystem' }), true],
    ['is no block device', volume('v').with({ volumeMode: 'Block' }), false],
    ['is a block device where one is asked for', volume('v'), false, claim().with({ volumeMode: 'Block' })],
    [
      'is a block device, as the claim',
      volume('v').with({ volumeMode: 'Block' }),
      true,
      claim().with({ volumeMode: 'Block' }),
    ],
    [
      "is of the claim's attributes class",
      volume('v').with({ volumeAttributesClassName: 'gold' }),
      true,
      claim().with({ volumeAttributesClassName: 'gold' }),
    ],
    ['is of no attributes class', volume('v').with({ volumeAttributesClassName: 'gold' }), false],
    ['is not without the attributes class', volume('v'), false, claim().with({ volumeAttributesClassName: 'gold' })],
    [
      'has the labels that are asked for',
      volume('v').labels({ disk: 'ssd' }),
      true,
      claim().selects({ matchLabels: { disk: 'ssd' } }),
    ],
    [
      'has not other labels',
      volume('v').labels({ disk: 'hdd' }),
      false,
      claim().selects({ matchLabels: { disk: 'ssd' } }),
    ],
    ['has any labels for an empty selector', volume('v').labels({ disk: 'hdd' }), true, claim().selects({})],
    ['is reached by the node', volume('v').inZones('a'), true],
    ['is not out of reach', volume('v').inZones('b'), false],
    ['is for nobody else', volume('v').reservedFor({ namespace: 'other', name: 'c' }), false],
    ["is nobody's", volume('v').reservedFor({ namespace: 'default', name: 'other' }), false],
  ];
  test.each(cases)('%s', (_name, candidate, fits, wanted = claim()) =>
    expect(match(wanted, [candidate])).toBe(fits ? 'v' : undefined),
  );
});

describe('what says nothing', () => {
  const on = (wanted: PersistentVolumeClaim, volumes: readonly PersistentVolume[]): PersistentVolume | undefined => {
    const matching = MatchingVolumes.of(wanted, volumes);
    return 'problem' in matching ? undefined : matching.on({}, new Set());
  };
  const free: PersistentVolume = { status: { phase: 'Available' } };
  const cases: [
    name: string,
    claim: PersistentVolumeClaim,
    volumes: readonly PersistentVolume[],
    want: PersistentVolume | undefined,
  ][] = [
    ['is no volume that is free', {}, [{}], undefined],
    ['is a volume without name, class, size and modes', {}, [free], free],
    ['are several volumes, of which the first is taken', {}, [free, { ...free }], free],
    ['is no volume for a claim of a size', claim(), [free], undefined],
    ['is no volume of modes', makeClaim('c').modes('ReadWriteOnce'), [free], undefined],
    ['is no volume of a class', makeClaim('c').of('fast'), [free], undefined],
    ['is no block device', makeClaim('c').with({ volumeMode: 'Block' }), [free], undefined],
    [
      'is no volume of an attributes class',
      makeClaim('c').with({ volumeAttributesClassName: 'gold' }),
      [free],
      undefined,
    ],
    ['is no volume with labels', makeClaim('c').selects({ matchLabels: { disk: 'ssd' } }), [free], undefined],
    [
      'is no volume of another claim',
      { spec: {} },
      [{ ...free, spec: { claimRef: { namespace: 'default', name: 'c' } } }],
      undefined,
    ],
    ['is a claim for a volume that is reserved for it', {}, [{ spec: { claimRef: {} } }], { spec: { claimRef: {} } }],
    ['is no claim of a uid', {}, [{ spec: { claimRef: { uid: 'uid-c' } } }], undefined],
  ];
  test.each(cases)('%s', (_name, wanted, volumes, want) => expect(on(wanted, volumes)).toEqual(want));
  test('of volumes without name the first is taken', () => {
    const volumes = [{ ...free, metadata: { labels: { a: 'x' } } }, { ...free, metadata: { name: '' } }, free];
    expect(on({}, volumes)).toBe(volumes[0]);
    expect(on({}, [makeVolume('v'), free])).toBe(free);
  });
});

describe('of several volumes', () => {
  test('the smallest is taken', () =>
    expect(match(claim(), [volume('a').has('7Gi'), volume('b').has('6Gi'), volume('c').has('8Gi')])).toBe('b'));
  test('the first by name of the smallest', () =>
    expect(match(claim(), [volume('c'), volume('a').has('6Gi'), volume('b')])).toBe('b'));
  test('what another claim got is left out', () =>
    expect(match(claim(), [volume('a'), volume('b').has('6Gi')], { taken: ['a'] })).toBe('b'));
  test('what is out of reach is left out', () =>
    expect(match(claim(), [volume('a').inZones('b'), volume('b').has('6Gi')])).toBe('b'));
  test('none may be left', () => expect(match(claim(), [volume('a')], { taken: ['a'] })).toBeUndefined());
});

describe('a volume that is reserved for the claim', () => {
  const cases: [
    name: string,
    volumes: VolumeBuilder[],
    want: string | undefined,
    options?: { zone?: string; taken?: string[] },
  ][] = [
    ['is taken before a smaller one', [volume('a'), reserved('b').has('9Gi')], 'b'],
    ['need not be available, nor allow anything', [reserved('b')], 'b'],
    ['is the first by name of two, however large', [reserved('y').has('5Gi'), reserved('x').has('6Gi')], 'x'],
    ['leaves no other choice to a node that does not reach it', [volume('a'), reserved('b').inZones('b')], undefined],
    ["does, where it is another's already", [volume('a'), reserved('b')], 'a', { taken: ['b'] }],
    ['must be large enough', [volume('a'), reserved('b').has('1Gi')], 'a'],
    ['must be of the class', [volume('a'), reserved('b').of('slow')], 'a'],
    ['must not be going', [reserved('b').meta({ deletionTimestamp: '2026-01-01T00:00:00Z' })], undefined],
    ['must be of the mode', [reserved('b').with({ volumeMode: 'Block' })], undefined],
  ];
  test.each(cases)('%s', (_name, volumes, want, options = {}) => expect(match(claim(), volumes, options)).toBe(want));

  const references: [name: string, claimRef: object | null, want: boolean][] = [
    ['by name', { namespace: 'default', name: 'c' }, true],
    ['by uid too', { namespace: 'default', name: 'c', uid: 'uid-c' }, true],
    ['not of another uid', { namespace: 'default', name: 'c', uid: 'uid-d' }, false],
    ['not of another name', { namespace: 'default', name: 'd' }, false],
    ['not of another namespace', { namespace: 'other', name: 'c' }, false],
    ['not of no namespace', { name: 'c' }, false],
    ['not without reference', null, false],
  ];
  test.each(references)('is so %s', (_name, claimRef, want) =>
    expect(isReservedFor(makeVolume('v').with({ claimRef }), claim())).toBe(want),
  );
  test('is not so by an empty reference, but for a claim without a name', () => {
    expect([
      isReservedFor(makeVolume('v').reservedFor({}), claim()),
      isReservedFor(makeVolume('v').reservedFor({}), {}),
      isReservedFor({}, {}),
    ]).toEqual([false, true, false]);
  });
});

test('a selector that cannot be read is named with its claim', () => {
  const near = { matchExpressions: [{ key: 'a', operator: 'Near' }] };
  expect(match(claim().selects(near), [])).toBe(
    'error creating internal label selector for claim: default/c: "Near" is not a valid label selector operator',
  );
  expect(MatchingVolumes.of({ spec: { selector: near } }, [])).toEqual({
    problem: 'error creating internal label selector for claim: /: "Near" is not a valid label selector operator',
  });
});
