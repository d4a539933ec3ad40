import type { Arrival, KeptKind, Node, PersistentVolumeClaim, Pod, PriorityClass } from '../kinds/index.js';
import {
  checkFinalizerNames,
  checkMetadata,
  checkMetadataUpdate,
  type KubernetesObject,
  type MetadataRules,
} from '../metadata/index.js';
import { pathSegmentProblems, type NameCheck } from '#apimachinery';
import { printZeros } from '#kubernetes-schema';
import { judgeAdminAccess } from './admin-access.js';
import type { Admission } from './admission-context.js';
import { taintByConditions } from './condition-taints.js';
import { tolerateFailures, tolerateMemoryPressure } from './default-tolerations.js';
import { mergeLabelKeys } from './label-keys.js';
import { applyLimitRanges } from './limit-range-defaults.js';
import { judgeClaimLimits, judgePodLimits } from './limit-range-violations.js';
import { countNodePods } from './node-pods.js';
import { judgePodSecurity, judgeSecurityLabels } from './pod-security.js';
import { judgeGlobalDefault, resolvePriority } from './priority.js';
import { applyRuntimeClass, judgeOverhead } from './runtime-class.js';
import { protectStorage } from './storage-protection.js';
import { judgeResize, nameDefaultStorageClass } from './storage-class.js';

/** A step of admission: it changes the object, or judges it, and may forbid it. */
export interface AdmissionStep {
  /** That of the API server's plugin, where the step is one. */
  readonly name: string;
  /** Whose objects take it; all where none are named. */
  readonly kinds: readonly string[];
  readonly does: 'mutate' | 'validate';
  readonly run: (admission: Admission) => void;
}

/**
 * The chain, in the order of the API server v1.34: what completes an object; plugins that change it; what its strategy
 * computes; validation; plugins that judge what has come of it. Each step sees what the earlier ones made of the
 * object, and the first that says anything against it ends the chain. A new one is one line here. Steps that look at
 * more of the cluster than classes and ranges come behind these, inside the write.
 */
export const ADMISSION_STEPS: readonly AdmissionStep[] = [
  mutating('Defaults', [], ({ object, kind }) => kind.complete(object)),
  mutating<Pod>('LimitRanger', ['Pod'], applyLimitRanges),
  mutating<Pod>('Priority', ['Pod'], resolvePriority),
  mutating<Pod>('DefaultTolerationSeconds', ['Pod'], tolerateFailures),
  mutating<Pod>('PodTolerationRestriction', ['Pod'], tolerateMemoryPressure),
  mutating<PersistentVolumeClaim>('DefaultStorageClass', ['PersistentVolumeClaim'], nameDefaultStorageClass),
  mutating('StorageObjectInUseProtection', ['PersistentVolume', 'PersistentVolumeClaim'], protectStorage),
  mutating<Pod>('RuntimeClass', ['Pod'], applyRuntimeClass),
  mutating<Pod>('MatchLabelKeys', ['Pod'], mergeLabelKeys),
  mutating('Strategy', [], (admission) => admission.kind.prepare(admission.object, arrivalOf(admission))),
  mutating<Node>('NodePods', ['Node'], countNodePods),
  mutating<Node>('ConditionTaints', ['Node'], taintByConditions),
  validating('Validation', [], judge),
  validating<Pod>('LimitRanger', ['Pod'], judgePodLimits),
  validating<PersistentVolumeClaim>('LimitRanger', ['PersistentVolumeClaim'], judgeClaimLimits),
  validating<Pod>('PodSecurity', ['Pod'], judgePodSecurity),
  validating('PodSecurity', ['Namespace'], judgeSecurityLabels),
  validating<PriorityClass>('Priority', ['PriorityClass'], judgeGlobalDefault),
  validating<PersistentVolumeClaim>('PersistentVolumeClaimResize', ['PersistentVolumeClaim'], judgeResize),
  validating<Pod>('RuntimeClass', ['Pod'], judgeOverhead),
];

const STEPS_OF = new WeakMap<KeptKind, readonly AdmissionStep[]>();

/** The steps that objects of a kind take, in order. */
export function stepsFor(kind: KeptKind): readonly AdmissionStep[] {
  const known = STEPS_OF.get(kind);
  if (known !== undefined) return known;
  const steps = ADMISSION_STEPS.filter(({ kinds }) => kinds.length === 0 || kinds.includes(kind.description.kind));
  STEPS_OF.set(kind, steps);
  return steps;
}

type Run<T extends KubernetesObject> = (admission: Admission<T>) => void;

function mutating<T extends KubernetesObject = KubernetesObject>(
  name: string,
  kinds: readonly T['kind'][],
  run: Run<T>,
): AdmissionStep {
  // The chain gives a step objects of its kinds, which the decoder has read.
  return { name, kinds, does: 'mutate', run: run as Run<KubernetesObject> };
}

function validating<T extends KubernetesObject = KubernetesObject>(
  name: string,
  kinds: readonly T['kind'][],
  run: Run<T>,
): AdmissionStep {
  return { name, kinds, does: 'validate', run: run as Run<KubernetesObject> };
}

const CLAIMS: readonly string[] = ['ResourceClaim', 'ResourceClaimTemplate'];

function judge(admission: Admission): void {
  if (CLAIMS.includes(admission.object.kind)) judgeAdminAccess(admission);
  const { object, kind, context, root } = admission;
  const old = context.operation === 'update' ? context.old : undefined;
  const { namespaced } = kind.description;
  const { judgesFinalizers } = kind;
  const checkOwnMetadata = (name: NameCheck, rules: Partial<MetadataRules> = { judgesFinalizers }): void =>
    checkMetadata(object, { namespaced, name, ...rules }, root);
  if (old === undefined) {
    judgeNew(admission, checkOwnMetadata);
    return;
  }
  // Compared with what is stored, which is in that form.
  printZeros(object, kind.description);
  // The registry asks of names that they can be part of a path. // as rest.BeforeUpdate
  checkOwnMetadata(pathSegmentProblems, OF_REGISTRY);
  checkMetadataUpdate(object, old, root);
  // Strategies look at the change again, and at finalizers. // as API server v1.34 ValidateObjectMetaUpdate
  const checkChange = (): void => {
    checkMetadataUpdate(object, old, root);
    const { finalizers = [] } = object.metadata;
    if (judgesFinalizers) checkFinalizerNames(finalizers, root.child('metadata').child('finalizers'));
  };
  const { subresource } = context;
  if (subresource === 'status' && kind.judgesStatus) {
    checkChange();
    kind.checkStatus(object, old, root);
    return;
  }
  // What the registry has looked at, strategies look at again, and report it once more. // as rest.BeforeUpdate
  if (kind.judgesMetadata.includes('whole')) checkOwnMetadata(kind.name);
  kind.check(object, root, arrivalOf(admission));
  if (kind.judgesMetadata.includes('change')) checkChange();
  const rule = subresource && kind.subresourceRules[subresource];
  if (rule === undefined) kind.checkUpdate(object, old, root);
  else rule.check(object, old, root);
}

/** What the registry asks of any metadata. // as apimachinery v1.34 ValidateObjectMetaAccessor */
const OF_REGISTRY = { judgesFinalizers: false } as const;

type CheckMetadata = (name: NameCheck, rules?: Partial<MetadataRules>) => void;

/** Strategies judge the metadata of new objects; the registry does where they do not. // as rest.BeforeCreate */
function judgeNew({ object, kind, root, ...rest }: Admission, checkOwnMetadata: CheckMetadata): void {
  if (kind.judgesNewMetadata) checkOwnMetadata(kind.name);
  kind.check(object, root, arrivalOf({ object, kind, root, ...rest }));
  if (!kind.judgesNewMetadata && root.problems.length === 0) checkOwnMetadata(pathSegmentProblems, OF_REGISTRY);
}

function arrivalOf({ isNew, context }: Admission): Arrival {
  const { now, operation, old, subresource, controllers, requestedAs, newUid } = context;
  const hasControllers = controllers !== 'none';
  const isImported = operation === 'import';
  const arrival = {
    isNew,
    isImported,
    now,
    hasControllers,
    ...(requestedAs && { requestedAs }),
    ...(newUid && { newUid }),
  };
  if (operation !== 'update' || old === undefined) return arrival;
  return { ...arrival, old, ...(subresource && { subresource }) };
}
