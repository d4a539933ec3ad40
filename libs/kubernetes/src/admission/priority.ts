import { systemPriority, type Pod, type PriorityClass } from '../kinds/index.js';
import type { AdmissionContext, PodAdmission } from './admission-context.js';

interface Priority {
  readonly value: number;
  readonly preemptionPolicy: string;
}

const PREEMPTS = 'PreemptLowerPriority';

/** Gives a pod the priority of its class, once and for all. // as API server v1.34 admission plugin Priority */
export function resolvePriority(admission: PodAdmission): void {
  const { pod, context } = admission;
  if (context.operation === 'update') {
    keepPriority(pod, context.old as Pod | undefined);
    return;
  }
  const { spec } = pod;
  if (spec.priorityClassName === undefined || spec.priorityClassName === '') nameDefaultClass(pod, context);
  const name = spec.priorityClassName ?? '';
  const priority = name === '' ? { value: 0, preemptionPolicy: PREEMPTS } : priorityOfClass(name, context);
  if (priority === undefined) reportMissing(admission, name);
  else setPriority(admission, priority);
}

/** What was computed when the pod was created stays, whatever became of the class. */
function keepPriority(pod: Pod, old: Pod | undefined): void {
  const { priority, preemptionPolicy } = old?.spec ?? {};
  if (priority !== undefined) pod.spec.priority ??= priority;
  if (preemptionPolicy !== undefined) pod.spec.preemptionPolicy ??= preemptionPolicy;
}

/** An imported pod that has a priority got it without a class. */
function nameDefaultClass({ spec }: Pod, { operation, defaultPriorityClass }: AdmissionContext): void {
  if (operation === 'import' && spec.priority !== undefined) return;
  const name = defaultPriorityClass()?.metadata.name;
  if (name !== undefined) spec.priorityClassName = name;
}

function priorityOfClass(name: string, context: AdmissionContext): Priority | undefined {
  const found: PriorityClass | undefined = context.priorityClass(name);
  const value = found === undefined ? systemPriority(name) : (found.value ?? 0);
  return value === undefined ? undefined : { value, preemptionPolicy: found?.preemptionPolicy ?? PREEMPTS };
}

function reportMissing({ pod: { spec }, context: { operation }, at, unresolved }: PodAdmission, name: string): void {
  const field = at.child('priorityClassName');
  if (operation !== 'import') field.forbidden(`no PriorityClass with name ${name} was found`);
  else if (spec.priority === undefined) unresolved.push({ field: field.path.toString(), kind: 'PriorityClass', name });
}

function setPriority(
  { pod: { spec }, context: { operation }, at }: PodAdmission,
  { value, preemptionPolicy }: Priority,
): void {
  const differs = 'must not be provided in pod spec; priority admission controller computed';
  if (operation !== 'import' && spec.priority !== undefined && spec.priority !== value) {
    at.child('priority').forbidden(
      `the integer value of priority (${spec.priority}) ${differs} ${value} from the given PriorityClass name`,
    );
  }
  if (operation !== 'import' && spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
    const computed = `${differs} ${preemptionPolicy} from the given PriorityClass name`;
    at.child('preemptionPolicy').forbidden(
      `the string value of PreemptionPolicy (${spec.preemptionPolicy}) ${computed}`,
    );
  }
  spec.priority ??= value;
  spec.preemptionPolicy ??= preemptionPolicy;
}
