import { dnsLabelProblems } from '../names/index.js';
import type { JudgedField } from '../problems/index.js';
import type { Node, PriorityClass, RuntimeClass } from '../types/index.js';
import { anyResourceName, checkResourceList, containerResourceName } from './resource-rules.js';
import { checkChoice, checkImmutable, checkLabels, checkName } from './rules.js';
import { checkTaints, checkTolerations } from './taint-rules.js';
import { systemPriority } from './system-priorities.js';

const PREEMPTION: readonly string[] = ['Never', 'PreemptLowerPriority'];
const HIGHEST_USER_PRIORITY = 1_000_000_000;

/** A node: its taints, and amounts that make sense. Names of its resources are the kubelet's. // as API server v1.34 ValidateNode */
export function checkNode({ spec, status }: Node, root: JudgedField): void {
  checkTaints(spec?.taints ?? [], root.child('spec').child('taints'));
  for (const field of ['capacity', 'allocatable'] as const) {
    checkResourceList(status?.[field], anyResourceName, root.child('status').child(field));
  }
}

/** A provider id stays once it is known. */
export function checkNodeUpdate(node: Node, before: Node, root: JudgedField): void {
  const old = before.spec?.providerID ?? '';
  if (old !== '' && old !== node.spec?.providerID) {
    root.child('spec').child('providerID').forbidden('node updates may not change providerID except from "" to valid');
  }
}

/** A priority class: system priorities are for the system's own two classes. // as API server v1.34 ValidatePriorityClass */
export function checkPriorityClass(priorityClass: PriorityClass, root: JudgedField): void {
  const { name } = priorityClass.metadata;
  const value = priorityClass.value ?? 0;
  if (name?.startsWith('system-') === true) {
    if (systemPriority(name) !== value) {
      root
        .child('metadata')
        .child('name')
        .forbidden("priority class names with 'system-' prefix are reserved for system use only");
    }
  } else if (value > HIGHEST_USER_PRIORITY) {
    root.child('value').forbidden(`maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`);
  }
  checkChoice(priorityClass.preemptionPolicy, PREEMPTION, root.child('preemptionPolicy'));
}

/** Pods hold the value of their class: it does not change under them. */
export function checkPriorityClassUpdate(priorityClass: PriorityClass, before: PriorityClass, root: JudgedField): void {
  if ((priorityClass.value ?? 0) !== (before.value ?? 0))
    root.child('value').forbidden('may not be changed in an update.');
  checkImmutable(priorityClass.preemptionPolicy, before.preemptionPolicy, root.child('preemptionPolicy'));
}

/** A runtime class: its handler, what its pods cost, and where they may run. // as API server v1.34 ValidateRuntimeClass */
export function checkRuntimeClass(runtimeClass: RuntimeClass, root: JudgedField): void {
  checkName(runtimeClass.handler ?? '', dnsLabelProblems, root.child('handler'));
  checkResourceList(runtimeClass.overhead?.podFixed, containerResourceName, root.child('overhead').child('podFixed'));
  const at = root.child('scheduling');
  checkLabels(runtimeClass.scheduling?.nodeSelector, at.child('nodeSelector'));
  checkTolerations(runtimeClass.scheduling?.tolerations ?? [], at.child('tolerations'));
}

/** Pods were admitted with this handler. */
export function checkRuntimeClassUpdate(runtimeClass: RuntimeClass, before: RuntimeClass, root: JudgedField): void {
  checkImmutable(runtimeClass.handler, before.handler, root.child('handler'));
}
