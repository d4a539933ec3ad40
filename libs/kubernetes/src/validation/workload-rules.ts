import type { JudgedField } from '../problems/index.js';
import { labelSelectorRequirements, compileRequirements, type LabelSelector } from '../label-selector/index.js';
import type {
  PodDisruptionBudget,
  PodTemplate,
  ReplicaSet,
  ReplicationController,
  Service,
  StatefulSet,
} from '../types/index.js';
import { checkPortNumber } from './container-rules.js';
import { checkPodSpec } from './pod-rules.js';
import { checkChoice, checkImmutable, checkLabels, checkNotNegative, requireChoice, sameValue } from './rules.js';
import { checkLabelSelector } from './selector-rules.js';

// All as API server v1.34: pkg/apis/core/validation, pkg/apis/apps/validation and pkg/apis/policy/validation.

const SERVICE_TYPES: readonly string[] = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];
const EVICTION_POLICIES: readonly string[] = ['AlwaysAllow', 'IfHealthyBudget'];
const UPDATABLE_STATEFUL_SET = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const;

/** A service: its type, its ports, its selector. Addresses are not judged: nothing here routes. */
export function checkService({ spec }: Service, root: JudgedField): void {
  const at = root.child('spec');
  requireChoice(spec.type, SERVICE_TYPES, at.child('type'));
  requireChoice(spec.sessionAffinity, ['ClientIP', 'None'], at.child('sessionAffinity'));
  checkLabels(spec.selector, at.child('selector'));
  const ports = spec.ports ?? [];
  if (ports.length === 0 && spec.clusterIP !== 'None' && spec.type !== 'ExternalName') at.child('ports').required();
  const names = new Set<string>();
  ports.forEach(({ name = '', port = 0, protocol }, index) => {
    const path = at.child('ports').index(index);
    if (name === '' && ports.length > 1) path.child('name').required();
    if (name !== '' && names.has(name)) path.child('name').duplicate(name);
    names.add(name);
    checkPortNumber(port, path.child('port'));
    requireChoice(protocol, PROTOCOLS, path.child('protocol'));
  });
}

/** A replication controller: its selector is a plain map that its template satisfies. */
export function checkReplicationController({ spec }: ReplicationController, root: JudgedField): void {
  const at = root.child('spec');
  checkCounts(spec, at);
  const selector = spec.selector ?? {};
  checkLabels(selector, at.child('selector'));
  if (Object.keys(selector).length === 0) at.child('selector').required();
  checkTemplate(spec.template, { matchLabels: selector }, at.child('template'));
}

/** A replica set: its selector says something and its template satisfies it. */
export function checkReplicaSet({ spec }: ReplicaSet, root: JudgedField): void {
  const at = root.child('spec');
  checkCounts(spec, at);
  checkOwnSelector(spec.selector, at.child('selector'));
  checkTemplate(spec.template, spec.selector, at.child('template'));
}

/** What a replica set counts does not change. */
export function checkReplicaSetUpdate({ spec }: ReplicaSet, { spec: before }: ReplicaSet, root: JudgedField): void {
  checkImmutable(spec.selector, before.selector, root.child('spec').child('selector'));
}

/** A stateful set: as a replica set. */
export function checkStatefulSet({ spec }: StatefulSet, root: JudgedField): void {
  const at = root.child('spec');
  checkCounts(spec, at);
  requireChoice(spec.podManagementPolicy, ['OrderedReady', 'Parallel'], at.child('podManagementPolicy'));
  requireChoice(spec.updateStrategy?.type, ['OnDelete', 'RollingUpdate'], at.child('updateStrategy'));
  checkOwnSelector(spec.selector, at.child('selector'));
  checkTemplate(spec.template, spec.selector, at.child('template'));
}

/** Of a stateful set only a few fields change. */
export function checkStatefulSetUpdate({ spec }: StatefulSet, { spec: before }: StatefulSet, root: JudgedField): void {
  const fixed = [spec, before].map((one) =>
    Object.fromEntries(
      Object.entries(one).filter(([field]) => !(UPDATABLE_STATEFUL_SET as readonly string[]).includes(field)),
    ),
  );
  if (sameValue(fixed[0], fixed[1])) return;
  const allowed = UPDATABLE_STATEFUL_SET.map((field) => `'${field}'`);
  root
    .child('spec')
    .forbidden(
      `updates to statefulset spec for fields other than ${allowed.slice(0, -1).join(', ')} and ${allowed.at(-1)} are forbidden`,
    );
}

/** A disruption budget says one of two things, as a number or a percentage. */
export function checkPodDisruptionBudget({ spec }: PodDisruptionBudget, root: JudgedField): void {
  const at = root.child('spec');
  if (spec.minAvailable !== undefined && spec.maxUnavailable !== undefined) {
    at.invalid(
      { minAvailable: spec.minAvailable, maxUnavailable: spec.maxUnavailable },
      'minAvailable and maxUnavailable cannot be both set',
    );
  }
  for (const field of ['minAvailable', 'maxUnavailable'] as const) checkAmountOrPercent(spec[field], at.child(field));
  checkLabelSelector(spec.selector, at.child('selector'));
  checkChoice(spec.unhealthyPodEvictionPolicy, EVICTION_POLICIES, at.child('unhealthyPodEvictionPolicy'));
}

function checkAmountOrPercent(value: number | string | undefined, at: JudgedField): void {
  if (typeof value === 'number') checkNotNegative(value, at);
  else if (value !== undefined && !/^[0-9]+%$/.test(value)) {
    at.invalid(
      value,
      "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
    );
  } else if (value !== undefined && Number(value.slice(0, -1)) > 100)
    at.invalid(value, 'must not be greater than 100%');
}

function checkCounts(
  { replicas, minReadySeconds }: { readonly replicas?: number; readonly minReadySeconds?: number },
  at: JudgedField,
): void {
  checkNotNegative(replicas, at.child('replicas'));
  checkNotNegative(minReadySeconds, at.child('minReadySeconds'));
}

function checkOwnSelector(selector: LabelSelector | undefined, at: JudgedField): void {
  if (selector === undefined) {
    at.required();
    return;
  }
  checkLabelSelector(selector, at);
  const says = Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length;
  if (says === 0) at.invalid(selector, 'empty selector is invalid');
}

function checkTemplate(template: PodTemplate | undefined, selector: LabelSelector | undefined, at: JudgedField): void {
  if (template === undefined) {
    at.required();
    return;
  }
  const labels = template.metadata?.labels;
  checkLabels(labels, at.child('metadata').child('labels'));
  const read = labelSelectorRequirements(selector ?? {});
  if ('requirements' in read && !compileRequirements(read.requirements)(labels)) {
    at.child('metadata')
      .child('labels')
      .invalid(labels ?? {}, '`selector` does not match template `labels`');
  }
  if (template.spec !== undefined) checkPodSpec(template.spec, at.child('spec'));
}
