import { checkImmutable, flag, int32, requireChoice, text, type JudgedField } from '#apimachinery';
import type { KubernetesObject } from '../../metadata/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { priorityClassColumns } from './columns.js';
import { systemPriority } from './system-priorities.js';

/** scheduling.k8s.io/v1 PriorityClass. */
export interface PriorityClass extends KubernetesObject {
  kind: 'PriorityClass';
  value?: number;
  globalDefault?: boolean;
  description?: string;
  preemptionPolicy?: string;
}

/** All about the kind PriorityClass. */
export const priorityClassKind = defineKind<PriorityClass>({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  shortNames: ['pc'],
  countsGeneration: true,
  columns: priorityClassColumns,
  fields: { value: int32, globalDefault: flag, description: text, preemptionPolicy: text },
  complete,
  check,
  checkUpdate,
});

const PREEMPTION: readonly string[] = ['PreemptLowerPriority', 'Never'];
const HIGHEST_USER_PRIORITY = 1_000_000_000;

/** Pods of a class may preempt others unless it says that they never do. */
function complete(priorityClass: PriorityClass): void {
  priorityClass.preemptionPolicy ??= 'PreemptLowerPriority';
}

/** System priorities are for the system's own two classes. // as API server v1.34 ValidatePriorityClass */
function check(priorityClass: PriorityClass, root: JudgedField, { old }: Arrival): void {
  if (old !== undefined) return;
  const { name } = priorityClass.metadata;
  const value = priorityClass.value ?? 0;
  if (name?.startsWith('system-') === true) {
    const error = systemClassError(name, value, priorityClass.globalDefault ?? false);
    if (error !== undefined)
      root
        .child('metadata')
        .child('name')
        .forbidden(`priority class names with 'system-' prefix are reserved for system use only. error: ${error}`);
  } else if (value > HIGHEST_USER_PRIORITY) {
    root.child('value').forbidden(`maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`);
  }
  requireChoice(priorityClass.preemptionPolicy, PREEMPTION, root.child('preemptionPolicy'));
}

/** How a class differs from the one of the system that has its name. // as IsKnownSystemPriorityClass */
function systemClassError(name: string, value: number, globalDefault: boolean): string | undefined {
  const known = systemPriority(name);
  if (known === undefined) return `${name} is not a known system priority class`;
  if (value !== known) return `value of ${name} PriorityClass must be ${known}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

/** Pods hold the value of their class: it does not change under them. */
function checkUpdate(priorityClass: PriorityClass, before: PriorityClass, root: JudgedField): void {
  if ((priorityClass.value ?? 0) !== (before.value ?? 0))
    root.child('value').forbidden('may not be changed in an update.');
  checkImmutable(priorityClass.preemptionPolicy, before.preemptionPolicy, root.child('preemptionPolicy'));
}
