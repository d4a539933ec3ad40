import { exactnessProblems, isJsonObject } from '../json/index.js';
import { dropUnknownFields } from '../fields/index.js';
import { definitionOf, type KeptKind, type Pod } from '../kinds/index.js';
import { checkMetadata, checkMetadataUpdate, type KubernetesObject } from '../metadata/index.js';
import { JudgedField } from '../problems/index.js';
import type { AdmissionContext, AdmissionResult, UnresolvedReference } from './admission-context.js';
import { mergeLabelKeys } from './label-keys.js';
import { applyRuntimeClass } from './runtime-class.js';
import { resolvePriority } from './priority.js';

/** An object on its way in; what is wrong with it collects in `root`. */
interface Admission {
  readonly object: KubernetesObject;
  readonly kind: KeptKind;
  readonly context: AdmissionContext;
  readonly root: JudgedField;
  readonly unresolved: UnresolvedReference[];
}

/**
 * The steps in front of every write, in order; each sees what the earlier ones made of the object. A new one is one
 * line here.
 */
const STEPS: readonly ((admission: Admission) => void)[] = [
  complete,
  priorityOfPod,
  runtimeClassOfPod,
  labelKeysOfPod,
  judge,
];

/**
 * The one step in front of every write and every import: what Kubernetes has no field for goes, then defaults,
 * priority, runtime class, label keys, validation, as the API server v1.34 does them. Pure. `given` may be anything
 * that was JSON; it is used up: where it is admitted it is the result, changed in place. All problems are found at
 * once, but what cannot be read at all is reported before anything else is looked at.
 */
export function admit(given: unknown, context: AdmissionContext): AdmissionResult {
  const inexact = exactnessProblems(given);
  if (inexact.length > 0) return { problems: inexact, unknown: [] };
  const root = JudgedField.root();
  const kind = readKind(given, root);
  if (kind === undefined) return { problems: root.problems, unknown: [] };
  const unknown = dropUnknownFields(given, kind.description.kind);
  // It is an object of a known kind; the decoder establishes the rest.
  const object = given as KubernetesObject;
  readObject(object, kind, root);
  if (root.problems.length > 0) return { problems: root.problems, unknown };
  const admission: Admission = { object, kind, context, root, unresolved: [] };
  for (const step of STEPS) step(admission);
  return root.problems.length > 0
    ? { problems: root.problems, unknown }
    : { object, unresolved: admission.unresolved, unknown };
}

function readKind(object: unknown, root: JudgedField): KeptKind | undefined {
  const { apiVersion, kind } = isJsonObject(object) ? object : {};
  if (typeof apiVersion !== 'string' || apiVersion === '') root.child('apiVersion').required();
  if (typeof kind !== 'string' || kind === '') root.child('kind').required();
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || root.problems.length > 0) return undefined;
  const found = definitionOf(apiVersion, kind);
  if (found === undefined) root.child('kind').invalid(kind, `no kind "${kind}" is kept in version "${apiVersion}"`);
  return found;
}

/** A missing spec or metadata is an empty one, as in the API server's own structures. */
function readObject(object: KubernetesObject, { decode, hasSpec }: KeptKind, root: JudgedField): void {
  object.metadata ??= { name: '' };
  if (hasSpec) object['spec'] ??= {};
  decode(object, root.path, root.problems);
}

function complete({ object, kind }: Admission): void {
  kind.complete(object);
}

function priorityOfPod({ object, kind, context, root, unresolved }: Admission): void {
  if (kind.description.kind === 'Pod')
    resolvePriority({ pod: object as Pod, context, at: root.child('spec'), unresolved });
}

function runtimeClassOfPod({ object, kind, context, root, unresolved }: Admission): void {
  if (kind.description.kind === 'Pod')
    applyRuntimeClass({ pod: object as Pod, context, at: root.child('spec'), unresolved });
}

function labelKeysOfPod({ object, kind, context, root, unresolved }: Admission): void {
  if (kind.description.kind === 'Pod')
    mergeLabelKeys({ pod: object as Pod, context, at: root.child('spec'), unresolved });
}

function judge({ object, kind, context, root }: Admission): void {
  checkMetadata(object, { namespaced: kind.description.namespaced, name: kind.name }, root);
  kind.check(object, root);
  if (context.operation !== 'update' || context.old === undefined) return;
  checkMetadataUpdate(object, context.old, root);
  kind.checkUpdate(object, context.old, root);
}
