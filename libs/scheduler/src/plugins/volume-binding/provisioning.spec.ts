import { makeClaim, makeSnapshot } from '../../testing/index.js';
import { StorageView, type CsiStorageCapacity, type StorageClass } from '../../volumes/index.js';
import { provisioningOf, type Provisioning } from './provisioning.js';

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
