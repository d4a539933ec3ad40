import { checkAffinity, checkSpreadConstraints } from '../affinity/index.js';
import { checkContainers } from '../containers/index.js';
import { dnsLabelProblems, dnsSubdomainProblems, qualifiedNameProblems } from '../names/index.js';
import type { JudgedField } from '../problems/index.js';
import { compareQuantities, formatQuantity, isQuantityProblem, parseQuantity } from '../quantity/index.js';
import { checkResourceList, checkResources, containerResourceName, podResourceName } from '../resources/index.js';
import { checkTolerations } from '../tolerations/index.js';
import { checkChoice, checkLabels, checkName, requireChoice } from '../validation/index.js';
import { checkVolumes } from '../volumes/index.js';
import { aggregateRequests } from './pod-resources.js';
import type { PodSpec } from './pod-spec.js';

const RESTART: readonly string[] = ['Always', 'OnFailure', 'Never'];
const DNS: readonly string[] = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const PREEMPTION: readonly string[] = ['PreemptLowerPriority', 'Never'];
const LARGEST_INT32 = 2 ** 31 - 1;

/** The spec of a pod, or of a template. // as API server v1.34 ValidatePodSpec */
export function checkPodSpec(spec: PodSpec, at: JudgedField): void {
  checkVolumes(spec.volumes ?? [], at.child('volumes'));
  checkClaims(spec, at.child('resourceClaims'));
  checkContainers(spec, at);
  if (spec.resources !== undefined) checkPodLevelResources(spec, at.child('resources'));
  requireChoice(spec.restartPolicy, RESTART, at.child('restartPolicy'));
  requireChoice(spec.dnsPolicy, DNS, at.child('dnsPolicy'));
  checkChoice(spec.preemptionPolicy, PREEMPTION, at.child('preemptionPolicy'));
  checkLabels(spec.nodeSelector, at.child('nodeSelector'));
  if (spec.affinity !== undefined) checkAffinity(spec.affinity, at.child('affinity'));
  checkTolerations(spec.tolerations ?? [], at.child('tolerations'));
  checkSpreadConstraints(spec.topologySpreadConstraints ?? [], at.child('topologySpreadConstraints'));
  checkGates(spec, at);
  checkNames(spec, at);
  checkResourceList(spec.overhead, containerResourceName, at.child('overhead'));
  checkDeadline(spec.activeDeadlineSeconds, at.child('activeDeadlineSeconds'));
}

/** A deadline in seconds that an int32 holds. */
function checkDeadline(seconds: number | undefined, at: JudgedField): void {
  if (seconds === undefined || (seconds >= 1 && seconds <= LARGEST_INT32)) return;
  at.invalid(seconds, `must be between 1 and ${LARGEST_INT32}, inclusive`);
}

function checkClaims({ resourceClaims = [], containers = [], initContainers = [] }: PodSpec, at: JudgedField): void {
  const names = new Set<string>();
  resourceClaims.forEach(({ name = '' }, index) => {
    const path = at.index(index).child('name');
    if (name === '') path.required();
    else checkName(name, dnsLabelProblems, path);
    if (names.has(name)) path.duplicate(name);
    names.add(name);
  });
  for (const { name = '' } of [...containers, ...initContainers].flatMap(
    (container) => container.resources?.claims ?? [],
  )) {
    if (!names.has(name)) at.notFound(name);
  }
}

function checkPodLevelResources(spec: PodSpec, at: JudgedField): void {
  const resources = spec.resources ?? {};
  checkResources(resources, podResourceName, at);
  for (const [name, amount] of aggregateRequests(spec)) {
    const ofPod = Object.hasOwn(resources.requests ?? {}, name)
      ? parseQuantity(resources.requests?.[name] ?? '0')
      : undefined;
    if (ofPod === undefined || isQuantityProblem(ofPod) || compareQuantities(amount, ofPod) <= 0) continue;
    const path = at.child('requests').key(name);
    path.invalid(
      formatQuantity(ofPod),
      `must be greater than or equal to aggregate container requests of ${formatQuantity(amount)}`,
    );
  }
}

function checkGates({ schedulingGates = [], readinessGates = [] }: PodSpec, at: JudgedField): void {
  const names = new Set<string>();
  schedulingGates.forEach(({ name = '' }, index) => {
    const path = at.child('schedulingGates').index(index);
    checkName(name, qualifiedNameProblems, path);
    if (names.has(name)) path.duplicate(name);
    names.add(name);
  });
  readinessGates.forEach(({ conditionType = '' }, index) => {
    checkName(conditionType, qualifiedNameProblems, at.child('readinessGates').index(index).child('conditionType'));
  });
}

function checkNames(spec: PodSpec, at: JudgedField): void {
  for (const field of ['nodeName', 'serviceAccountName', 'priorityClassName', 'runtimeClassName'] as const) {
    const name = spec[field] ?? '';
    if (name !== '') checkName(name, dnsSubdomainProblems, at.child(field));
  }
  for (const field of ['hostname', 'subdomain'] as const) {
    const name = spec[field] ?? '';
    if (name !== '') checkName(name, dnsLabelProblems, at.child(field));
  }
}
