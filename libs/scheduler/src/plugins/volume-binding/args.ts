import { forbidden, invalid } from '#apimachinery';
import type { FieldReader } from '../../fields/index.js';

/** VolumeBindingArgs with defaults applied. */
export interface VolumeBindingArgs {
  readonly bindTimeoutSeconds: number;
}

const BIND_TIMEOUT_SECONDS = 600;

/** As kube-scheduler v1.34 ValidateVolumeBindingArgs with its default feature gates: no `shape`. */
export function readVolumeBindingArgs(reader: FieldReader): VolumeBindingArgs {
  const bindTimeoutSeconds = reader.integer64('bindTimeoutSeconds') ?? BIND_TIMEOUT_SECONDS;
  if (bindTimeoutSeconds < 0) {
    reader.report(
      invalid(
        reader.at('bindTimeoutSeconds'),
        bindTimeoutSeconds,
        'invalid BindTimeoutSeconds, should not be a negative value',
      ),
    );
  }
  if (reader.has('shape')) {
    reader.report(
      forbidden(
        reader.at('shape'),
        'unexpected field `shape`, remove it or turn on the feature gate StorageCapacityScoring',
      ),
    );
  }
  return { bindTimeoutSeconds };
}
