import { makeClaim, makeSnapshot, makeStorageClass, type ClaimBuilder } from '../../testing/index.js';
import { BIND, LOCAL, claiming, run, storage, verdicts } from '../../testing/volume-binding.js';
import {
  StorageView,
  type CsiStorageCapacity,
  type StorageClass,
  type TopologySelectorTerm,
} from '../../volumes/index.js';
import { provisioningOf, type Provisioning } from './provisioning.js';

const SPACE = 'node(s) did not have enough free storage';

describe('a class without name, whose driver publishes its pools,', () => {
  const csiDrivers = [{ metadata: { name: 'x' }, spec: { storageCapacity: true } }];
  const provisioning = (
    storageClass: StorageClass,
    csiStorageCapacities: readonly CsiStorageCapacity[] = [],
  ): Provisioning =>
    provisioningOf(
      { claim: makeClaim('c').asks('1Gi'), storageClass },
      new StorageView(makeSnapshot([], [], { csiDrivers, csiStorageCapacities })),
    )({ zone: 'a' });

  const pool = { nodeTopology: {}, capacity: '1Gi' };
  const cases: [name: string, storageClass: StorageClass, pools: readonly CsiStorageCapacity[], want: Provisioning][] =
    [
      ['has the pools of no class', { provisioner: 'x' }, [pool], 'possible'],
      [
        'has those of an empty name',
        { metadata: { name: '' }, provisioner: 'x' },
        [{ ...pool, storageClassName: '' }],
        'possible',
      ],
      ['has no other pools', { provisioner: 'x' }, [{ ...pool, storageClassName: 'y' }], 'tooLarge'],
      ['has none that are too small', { provisioner: 'x' }, [{ ...pool, capacity: '1Mi' }], 'tooLarge'],
      [
        'says where before it says how much',
        { provisioner: 'x', allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['b'] }] }] },
        [],
        'impossible',
      ],
      ['makes nothing without driver', {}, [pool], 'impossible'],
    ];
  test.each(cases)('%s', (_name, storageClass, pools, want) => expect(provisioning(storageClass, pools)).toBe(want));
});

describe('volumes that are to be made', () => {
  type Terms = readonly TopologySelectorTerm[] | null;
  const inZones = (...values: string[]) => ({ matchLabelExpressions: [{ key: 'zone', values }] });
  const topologies: [name: string, allowedTopologies: Terms, filter: Record<string, string>][] = [
    ['anywhere', [], {}],
    ['anywhere, where there is null', null, {}],
    ['in one zone', [inZones('a')], verdicts([], [BIND])],
    ['in one of two zones', [inZones('a', 'b')], {}],
    ['by one of two terms', [inZones('c'), inZones('b')], verdicts([BIND], [])],
    [
      'by all of a term',
      [
        {
          matchLabelExpressions: [
            { key: 'zone', values: ['a'] },
            { key: 'disk', values: ['ssd'] },
          ],
        },
      ],
      verdicts([BIND], [BIND]),
    ],
    ['not by an empty term', [{}], verdicts([BIND], [BIND])],
    ['not by a term of null', [{ matchLabelExpressions: null }], verdicts([BIND], [BIND])],
    [
      'not by a term without values, but by the next',
      [
        { matchLabelExpressions: [{ key: 'zone' }] },
        { matchLabelExpressions: [{ key: 'zone', values: null }] },
        inZones('b'),
      ],
      verdicts([BIND], []),
    ],
    ['not by a term without key', [{ matchLabelExpressions: [{ values: ['a'] }] }], verdicts([BIND], [BIND])],
  ];
  test.each(topologies)('%s', (_name, allowedTopologies, filter) => {
    const storageClasses = [makeStorageClass('made', { allowedTopologies })];
    expect(
      run(claiming('p', 'c'), storage([makeClaim('c').of('made').asks('1Gi')], [], { storageClasses })).filter,
    ).toEqual(filter);
  });

  const provisioners: [name: string, provisioner: { provisioner?: string }, filter: Record<string, string>][] = [
    ['by a provisioner', { provisioner: 'x.csi' }, {}],
    ['not by none', { provisioner: LOCAL }, verdicts([BIND], [BIND])],
    ['not by one without a name', { provisioner: '' }, verdicts([BIND], [BIND])],
  ];
  test.each(provisioners)('%s', (_name, provisioner, filter) => {
    expect(
      run(
        claiming('p', 'c'),
        storage([makeClaim('c').of('made')], [], { storageClasses: [makeStorageClass('made', provisioner)] }),
      ).filter,
    ).toEqual(filter);
  });
  test('not by a class that does not name one', () => {
    const storageClasses = [{ metadata: { name: 'made' }, volumeBindingMode: 'WaitForFirstConsumer' }];
    expect(run(claiming('p', 'c'), storage([makeClaim('c').of('made')], [], { storageClasses })).filter).toEqual(
      verdicts([BIND], [BIND]),
    );
  });

  const driver = (storageCapacity: boolean | null) => [{ metadata: { name: 'pooled.csi' }, spec: { storageCapacity } }];
  const pool = (more: object) => ({
    metadata: { name: 'pool' },
    storageClassName: 'pooled',
    nodeTopology: {},
    ...more,
  });
  const all = verdicts([SPACE], [SPACE]);
  const pools: [
    name: string,
    csiStorageCapacities: object[],
    filter: Record<string, string>,
    options?: { csiDrivers?: object[]; asks?: string },
  ][] = [
    ['from a pool with room', [pool({ capacity: '1Gi' })], {}],
    ['from a pool that is a byte short', [pool({ capacity: 2 ** 30 - 1 })], all],
    ['from a pool that is short by less than a byte', [pool({ capacity: '1073741823500m' })], {}],
    ['of a size that is rounded up', [pool({ capacity: '1Gi' })], all, { asks: '1073741824001m' }],
    ['by the largest volume, where the pool says so', [pool({ capacity: '9Gi', maximumVolumeSize: '1Mi' })], all],
    ['by the largest volume alone', [pool({ capacity: '1Mi', maximumVolumeSize: '1Gi' })], {}],
    ['not from a pool of unknown size', [pool({}), pool({ capacity: null, maximumVolumeSize: null })], all],
    ['not where there is no pool', [], all],
    ['not from the pool of another class', [pool({ capacity: '9Gi', storageClassName: 'made' })], all],
    ['not from a pool of no class', [{ metadata: { name: 'pool' }, nodeTopology: {}, capacity: '9Gi' }], all],
    [
      'on nodes that have access',
      [pool({ capacity: '9Gi', nodeTopology: { matchLabels: { zone: 'a' } } })],
      verdicts([], [SPACE]),
    ],
    [
      'on nodes that have access to one with room',
      [
        pool({ capacity: '1Mi', nodeTopology: { matchLabels: { zone: 'a' } } }),
        pool({ capacity: '9Gi', nodeTopology: { matchLabels: { zone: 'b' } } }),
      ],
      verdicts([SPACE], []),
    ],
    ['on no node without topology', [pool({ capacity: '9Gi', nodeTopology: null })], all],
    [
      'on no node by a topology that cannot be read',
      [pool({ capacity: '9Gi', nodeTopology: { matchExpressions: [{ key: 'zone', operator: 'Near' }] } })],
      all,
    ],
    ['anywhere by a driver that does not publish its pools', [], {}, { csiDrivers: driver(false) }],
    ['anywhere by a driver that does not say', [], {}, { csiDrivers: driver(null) }],
    ['anywhere by a driver without spec', [], {}, { csiDrivers: [{ metadata: { name: 'pooled.csi' } }] }],
    ['anywhere by a driver that is not there', [], {}, { csiDrivers: [] }],
  ];
  test.each(pools)('%s', (_name, csiStorageCapacities, filter, { csiDrivers = driver(true), asks = '1Gi' } = {}) => {
    expect(
      run(
        claiming('p', 'c'),
        storage([makeClaim('c').of('pooled').asks(asks)], [], { csiDrivers, csiStorageCapacities }),
      ).filter,
    ).toEqual(filter);
  });
  test('anywhere for a claim that asks for no size', () => {
    expect(
      run(claiming('p', 'c'), storage([makeClaim('c').of('pooled')], [], { csiDrivers: driver(true) })).filter,
    ).toEqual({});
  });
  test("not from a pool of a driver's other class, where the first claim decides", () => {
    const claims = [
      makeClaim('c').of('pooled').asks('1Gi'),
      makeClaim('d').of('local').asks('2Gi'),
      makeClaim('e').of('made').asks('1Mi'),
    ];
    const objects = (order: ClaimBuilder[]) => storage(order, [], { csiDrivers: driver(true) });
    expect(run(claiming('p', 'c', 'd', 'e'), objects(claims)).filter).toEqual(all);
    expect(run(claiming('p', 'd', 'e'), objects(claims)).filter).toEqual(verdicts([BIND], [BIND]));
  });
});
