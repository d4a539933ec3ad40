import type { NodeAffinity } from '../../affinity/index.js';
import type { Container } from '../../containers/index.js';
import { internalDifference } from '../../internals/index.js';
import { isEmptyTerm, type NodeSelectorRequirement } from '../../node-selector/index.js';
import { checkAnnotationsKept, type PodSpec } from '../../pod-spec/index.js';
import { sameValue, type JudgedField } from '#apimachinery';
import { checkTolerations } from '../../tolerations/index.js';
import type { Pod } from './type.js';

const UPDATABLE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',');
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/** What may change in a pod that is there. // as API server v1.34 ValidatePodUpdate */
export function checkPodUpdate(pod: Pod, before: Pod, root: JudgedField): void {
  const at = root.child('spec');
  const { spec } = pod;
  checkAnnotationsKept(
    pod.metadata.annotations,
    before.metadata.annotations,
    root.child('metadata').child('annotations'),
  );
  const countKept = checkCount(spec, before.spec, at);
  if (!countKept) return;
  checkDeadlineUpdate(spec.activeDeadlineSeconds, before.spec.activeDeadlineSeconds, at.child('activeDeadlineSeconds'));
  checkTolerationsKept(spec, before.spec, at.child('tolerations'));
  checkGatesOnlyGo(spec, before.spec, at.child('schedulingGates'));
  if ((before.spec.schedulingGates ?? []).length > 0) checkNarrowed(spec, before.spec, at);
  const judged = withoutUpdatable(spec, before.spec);
  if (sameValue(judged, before.spec)) return;
  const difference = specDifference(before.spec, judged);
  at.forbidden(`pod updates may not change fields other than ${UPDATABLE}\n${difference}`);
}

function checkCount(spec: PodSpec, before: PodSpec, at: JudgedField): boolean {
  let kept = true;
  for (const field of ['containers', 'initContainers'] as const) {
    if ((spec[field] ?? []).length === (before[field] ?? []).length) continue;
    at.child(field).forbidden('pod updates may not add or remove containers');
    kept = false;
  }
  return kept;
}

function checkDeadlineUpdate(seconds: number | undefined, before: number | undefined, at: JudgedField): void {
  if (before === undefined) return;
  if (seconds === undefined) at.invalid(undefined, 'must not update from a positive integer to nil value');
  else if (seconds > before) at.invalid(seconds, 'must be less than or equal to previous value');
}

function checkTolerationsKept({ tolerations = [] }: PodSpec, before: PodSpec, at: JudgedField): void {
  const kept = (before.tolerations ?? []).every((old) => {
    return tolerations.some((toleration) =>
      sameValue({ ...old, tolerationSeconds: undefined }, { ...toleration, tolerationSeconds: undefined }),
    );
  });
  if (!kept) at.forbidden('existing toleration can not be modified except its tolerationSeconds');
  else checkTolerations(tolerations, at);
}

function checkGatesOnlyGo({ schedulingGates = [] }: PodSpec, before: PodSpec, at: JudgedField): void {
  schedulingGates.forEach(({ name = '' }, index) => {
    if ((before.schedulingGates ?? []).some((old) => old.name === name)) return;
    at.index(index).child('name').forbidden(`only deletion is allowed, but found new scheduling gate '${name}'`);
  });
}

/** While a pod is gated, where it may go can become narrower, never wider. */
function checkNarrowed(spec: PodSpec, before: PodSpec, at: JudgedField): void {
  const selector = spec.nodeSelector ?? {};
  const keeps = Object.entries(before.nodeSelector ?? {}).every(
    ([key, value]) => Object.hasOwn(selector, key) && selector[key] === value,
  );
  if (!keeps)
    at.child('nodeSelector').invalid(
      selector,
      'only additions to spec.nodeSelector are allowed (no mutations or deletions)',
    );
  checkAffinityNarrowed(
    spec.affinity?.nodeAffinity,
    before.affinity?.nodeAffinity,
    at.child('affinity').child('nodeAffinity'),
  );
}

function checkAffinityNarrowed(
  affinity: NodeAffinity | undefined,
  before: NodeAffinity | undefined,
  at: JudgedField,
): void {
  const oldTerms = before?.[REQUIRED]?.nodeSelectorTerms ?? [];
  const terms = affinity?.[REQUIRED]?.nodeSelectorTerms ?? [];
  if (oldTerms.length === 0) return;
  const path = at.child(REQUIRED).child('nodeSelectorTerms');
  if (terms.length !== oldTerms.length) {
    path.invalid(terms, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed');
    return;
  }
  terms.forEach((term, index) => {
    const old = oldTerms[index];
    const onlyAdds = begins(term.matchExpressions, old?.matchExpressions) && begins(term.matchFields, old?.matchFields);
    // A term that says nothing matches nothing; saying something would widen it.
    const widens = old !== undefined && isEmptyTerm(old) && !isEmptyTerm(term);
    if (!onlyAdds || widens) path.index(index).invalid(term, 'only additions are allowed (no mutations or deletions)');
  });
}

/** Every old requirement is still there, in its place. */
function begins(list: readonly NodeSelectorRequirement[] = [], old: readonly NodeSelectorRequirement[] = []): boolean {
  return list.length >= old.length && old.every((requirement, index) => sameValue(requirement, list[index]));
}

/** The spec with everything that may change set to what it was; the rules above have judged that part. */
function withoutUpdatable(spec: PodSpec, before: PodSpec): PodSpec {
  const gated = (before.schedulingGates ?? []).length > 0;
  const wasNegative = (before.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1;
  return withoutUndefined({
    ...spec,
    containers: withImagesOf(before.containers, spec.containers),
    initContainers: spec.initContainers && withImagesOf(before.initContainers, spec.initContainers),
    activeDeadlineSeconds: before.activeDeadlineSeconds,
    tolerations: before.tolerations,
    schedulingGates: before.schedulingGates,
    ...(wasNegative && { terminationGracePeriodSeconds: before.terminationGracePeriodSeconds }),
    ...(gated && { nodeSelector: before.nodeSelector, affinity: affinityKept(spec.affinity, before.affinity) }),
  });
}

function withImagesOf(before: readonly Container[] = [], containers: readonly Container[] = []): Container[] {
  return containers.map(
    (container, index) => withoutUndefined({ ...container, image: before[index]?.image }) as Container,
  );
}

/** An affinity with the node affinity that was there; what says nothing more is none where none was. */
function affinityKept(affinity: PodSpec['affinity'], before: PodSpec['affinity']): PodSpec['affinity'] {
  if (sameValue(affinity?.nodeAffinity, before?.nodeAffinity)) return affinity;
  const kept = withoutUndefined({ ...affinity, nodeAffinity: before?.nodeAffinity });
  return before === undefined && Object.keys(kept).length === 0 ? undefined : kept;
}

/** Where two specifications differ; what a pod shares with its host is in the security context there. */
function specDifference(before: PodSpec, spec: PodSpec): string {
  return internalDifference(internalSpec(before), internalSpec(spec), 'PodSpec');
}

function internalSpec(spec: PodSpec): object {
  const { hostNetwork, hostPID, hostIPC, hostUsers, shareProcessNamespace } = spec as Record<string, unknown>;
  const shared = { hostNetwork, hostPID, hostIPC, hostUsers, shareProcessNamespace };
  return { ...spec, securityContext: { ...spec.securityContext, ...shared } };
}

function withoutUndefined<T extends object>(value: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>;
  };
}
