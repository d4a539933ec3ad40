import { invalid } from '#apimachinery';
import type { FieldReader } from '../../fields/index.js';

/** InterPodAffinityArgs with defaults applied. */
export interface InterPodAffinityArgs {
  readonly hardPodAffinityWeight: number;
  readonly ignorePreferredTermsOfExistingPods: boolean;
}

/** As kube-scheduler v1.34 SetDefaults_InterPodAffinityArgs and ValidateInterPodAffinityArgs. */
export function readInterPodAffinityArgs(reader: FieldReader): InterPodAffinityArgs {
  const weight = reader.integer('hardPodAffinityWeight') ?? 1;
  if (weight < 0 || weight > 100)
    reader.report(invalid(reader.at('hardPodAffinityWeight'), weight, 'not in valid range [0, 100]'));
  return {
    hardPodAffinityWeight: weight,
    ignorePreferredTermsOfExistingPods: reader.boolean('ignorePreferredTermsOfExistingPods') ?? false,
  };
}
