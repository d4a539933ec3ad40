import { describeProblem } from '#apimachinery';
import { FieldReader } from '../../fields/index.js';
import { readVolumeBindingArgs } from './args.js';

function read(args: unknown): unknown[] {
  const reader = new FieldReader(args);
  const { bindTimeoutSeconds } = readVolumeBindingArgs(reader);
  return [bindTimeoutSeconds, ...reader.problems.map(describeProblem)];
}

describe('VolumeBindingArgs', () => {
  const shape =
    'shape: Forbidden: unexpected field `shape`, remove it or turn on the feature gate StorageCapacityScoring';
  const cases: [name: string, args: unknown, want: unknown[]][] = [
    ['have a default', {}, [600]],
    ['have a time', { bindTimeoutSeconds: 5 }, [5]],
    ['may have none', { bindTimeoutSeconds: 0 }, [0]],
    [
      'have no negative time',
      { bindTimeoutSeconds: -1 },
      [-1, 'bindTimeoutSeconds: Invalid value: -1: invalid BindTimeoutSeconds, should not be a negative value'],
    ],
    ['have no shape', { shape: [{ utilization: 0, score: 0 }] }, [600, shape]],
    ['have no empty shape', { shape: [] }, [600, shape]],
  ];
  test.each(cases)('%s', (_name, args, want) => expect(read(args)).toEqual(want));
});
