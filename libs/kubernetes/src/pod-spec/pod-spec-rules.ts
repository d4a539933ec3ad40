import { checkAffinity, checkSpreadConstraints } from '../affinity/index.js';
import { checkContainers, checkImage } from '../containers/index.js';
import { internalView } from '../internals/index.js';
import {
  checkChoice,
  checkLabels,
  checkName,
  dnsLabelProblems,
  dnsSubdomainProblems,
  qualifiedNameProblems,
  requireChoice,
  type JudgedField,
} from '#apimachinery';
import { checkResourceList, containerResourceName } from '../resources/index.js';
import { checkHostProcesses, checkOperatingSystem, checkPodSecurity } from '../security/index.js';
import { checkTolerations } from '../tolerations/index.js';
import { checkVolumes } from '../volumes/index.js';
import { checkDns, checkHostAliases, checkHostNetwork, checkHostUsers } from './network-rules.js';
import { checkPodLevelResources } from './pod-level-resources.js';
import type { PodSpec } from './pod-spec.js';

const RESTART: readonly string[] = ['Always', 'OnFailure', 'Never'];
const DNS: readonly string[] = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const PREEMPTION: readonly string[] = ['PreemptLowerPriority', 'Never'];
const LARGEST_INT32 = 2 ** 31 - 1;

/** The spec of a pod, by the name of the pod, or of a template. // as API server v1.34 ValidatePodSpec */
export function checkPodSpec(spec: PodSpec, at: JudgedField, pod?: string): void {
  const volumes = checkVolumes(spec.volumes ?? [], pod, at.child('volumes'));
  const claims = checkClaims(spec, at.child('resourceClaims'));
  checkContainers({ ...spec, volumes, claims }, at);
  if (spec.resources !== undefined) checkPodLevelResources(spec, claims, at.child('resources'));
  if (spec.hostNetwork === true) checkHostNetwork(spec, { ofPod: pod !== undefined }, at.child('containers'));
  requireChoice(spec.restartPolicy, RESTART, at.child('restartPolicy'));
  requireChoice(spec.dnsPolicy, DNS, at.child('dnsPolicy'));
  checkLabels(spec.nodeSelector, at.child('nodeSelector'));
  if (spec.securityContext !== undefined) checkPodSecurity(spec.securityContext, spec, at.child('securityContext'));
  if (spec.affinity !== undefined) checkAffinity(spec.affinity, at.child('affinity'));
  checkDns(spec, at.child('dnsConfig'));
  checkGates(spec, at);
  checkSpreadConstraints(spec.topologySpreadConstraints ?? [], at.child('topologySpreadConstraints'));
  checkHostProcesses(spec, at);
  checkHostUsers(spec, at);
  checkPlacement(spec, at);
  checkOperatingSystem(spec, at);
}

/** Whom it runs as, where, for how long, under which names, how important it is. */
function checkPlacement(spec: PodSpec, at: JudgedField): void {
  checkNamed(spec, 'serviceAccountName', at);
  checkNamed(spec, 'nodeName', at);
  checkDeadline(spec.activeDeadlineSeconds, at.child('activeDeadlineSeconds'));
  for (const field of ['hostname', 'subdomain'] as const) {
    const name = spec[field] ?? '';
    if (name !== '') checkName(name, dnsLabelProblems, at.child(field));
  }
  checkTolerations(spec.tolerations ?? [], at.child('tolerations'));
  if (spec.hostAliases !== undefined) checkHostAliases(spec.hostAliases, at.child('hostAliases'));
  checkNamed(spec, 'priorityClassName', at);
  checkNamed(spec, 'runtimeClassName', at);
  checkChoice(spec.preemptionPolicy, PREEMPTION, at.child('preemptionPolicy'));
  checkResourceList(spec.overhead, containerResourceName, at.child('overhead').child('limits'));
}

type NamingField = 'serviceAccountName' | 'nodeName' | 'priorityClassName' | 'runtimeClassName';

function checkNamed(spec: PodSpec, field: NamingField, at: JudgedField): void {
  const name = spec[field] ?? '';
  if (name !== '') checkName(name, dnsSubdomainProblems, at.child(field));
}

/** What is asked of pods and not of templates. // as API server v1.34 validatePodMetadataAndSpec */
export function checkOnlyForPod({ volumes, containers, initContainers, ...spec }: PodSpec, at: JudgedField): void {
  if ((spec.serviceAccountName ?? '') === '')
    volumes?.forEach(({ projected }, index) =>
      projected?.sources?.forEach((source, position) => {
        if (source.serviceAccountToken === undefined) return;
        const path = at.child('volumes').index(index).child('projected').child('sources').index(position);
        path.child('serviceAccountToken').forbidden('must not be specified when serviceAccountName is not set');
      }),
    );
  containers?.forEach((container, index) => checkImage(container, at.child('containers').index(index)));
  initContainers?.forEach((container, index) => checkImage(container, at.child('initContainers').index(index)));
}

/** A deadline in seconds that an int32 holds. */
function checkDeadline(seconds: number | undefined, at: JudgedField): void {
  if (seconds === undefined || (seconds >= 1 && seconds <= LARGEST_INT32)) return;
  at.invalid(seconds, `must be between 1 and ${LARGEST_INT32}, inclusive`);
}

/** Claims for devices, each of one sort. Answers with their names. // as API server v1.34 validatePodResourceClaims */
function checkClaims({ resourceClaims = [] }: PodSpec, at: JudgedField): ReadonlySet<string> {
  const names = new Set<string>();
  resourceClaims.forEach((claim, index) => {
    const path = at.index(index);
    const { name = '', resourceClaimName: named, resourceClaimTemplateName: made } = claim;
    if (name === '') path.child('name').required();
    else if (names.has(name)) path.child('name').duplicate(name);
    else checkName(name, dnsLabelProblems, path.child('name'));
    if (name !== '') names.add(name);
    const both = '`resourceClaimName` or `resourceClaimTemplateName`';
    const reported = (): unknown => internalView(claim, 'PodResourceClaim');
    if (named !== undefined && made !== undefined) path.invalid(reported(), `at most one of ${both} may be specified`);
    if (named === undefined && made === undefined)
      path.invalid(reported(), `must specify one of: ${both.replace(' or', ',')}`);
    if (named !== undefined) checkName(named, dnsSubdomainProblems, path.child('resourceClaimName'));
    if (made !== undefined) checkName(made, dnsSubdomainProblems, path.child('resourceClaimTemplateName'));
  });
  return names;
}

function checkGates({ schedulingGates = [], readinessGates = [] }: PodSpec, at: JudgedField): void {
  readinessGates.forEach(({ conditionType = '' }, index) => {
    checkName(conditionType, qualifiedNameProblems, at.child('readinessGates').index(index).child('conditionType'));
  });
  const names = new Set<string>();
  schedulingGates.forEach(({ name = '' }, index) => {
    const path = at.child('schedulingGates').index(index);
    checkName(name, qualifiedNameProblems, path);
    if (names.has(name)) path.duplicate(name);
    names.add(name);
  });
}
