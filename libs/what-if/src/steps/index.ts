import type { HypotheticalCluster } from '../cluster/index.js';
import { within } from '../field-fault.js';
import { addNodes } from './add-nodes.js';
import { importObjects } from './import.js';
import { cordon, drain, label, removeNodes, taint, uncordon } from './nodes.js';
import { deletePods } from './pods.js';
import { scale } from './scale.js';
import type { Change, Step, StepOutcome, Steps } from './step.js';

export { addClaim, madePod } from './controlled-pods.js';
export { daemonPodsFor } from './daemon-pods.js';
export { newNodes } from './add-nodes.js';
export type { RolloutPlan } from './rollout-plan.js';
export { selectedPods } from './pods.js';
export type * from './step.js';

/** The steps that change a cluster, a line each. */
const CHANGES: { readonly [Name in keyof Steps]: Change<Name> } = {
  import: importObjects,
  addNodes,
  cordon,
  uncordon,
  drain,
  removeNodes,
  taint,
  label,
  deletePods,
  scale,
};

/** Makes one change. Where it cannot be made, the faults say why, by their fields from the step on. */
export function applyStep(cluster: HypotheticalCluster, step: Step): StepOutcome {
  const [name, input] = Object.entries(step)[0] as [keyof Steps, never];
  const outcome = (CHANGES[name] as Change<never>)(cluster, input);
  return 'faults' in outcome ? { faults: within(name, outcome.faults) } : outcome;
}
