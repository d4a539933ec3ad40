import { isJsonObject } from '#json';
import { exactnessProblems } from '../validation/index.js';
import { dropAbsentFields, dropUnknownFields, undecodable } from '../fields/index.js';
import { definitionOf, type KeptKind } from '../kinds/index.js';
import type { KubernetesObject } from '../metadata/index.js';
import { JudgedField } from '../problems/index.js';
import type { Admission, AdmissionContext, AdmissionResult } from './admission-context.js';
import { objecting } from './limit-range-at-work.js';
import type { Mutation } from './mutation.js';
import { stepsFor } from './steps.js';

/**
 * What stands in front of every write and every import: what Kubernetes has no field for goes, then the steps of the
 * chain, as the API server v1.34 does them. Pure. `given` may be anything that was JSON; it is used up: where it is
 * admitted it is the result, changed in place. All problems are found at once, but what cannot be read at all is
 * reported before anything else is looked at, and a step that forbids the object has the last word.
 */
export function admit(given: unknown, context: AdmissionContext): AdmissionResult {
  const inexact = exactnessProblems(given);
  if (inexact.length > 0) return { problems: inexact, unknown: [] };
  const root = JudgedField.root();
  const kind = readKind(given, root);
  if (kind === undefined) return { problems: root.problems, unknown: [] };
  const unknown = dropUnknownFields(given, kind.description.kind);
  const unread = undecodable(given, kind.description.kind);
  if (unread !== undefined) return { problems: unread.problems, undecodable: unread.sentence, unknown };
  // It is an object of a known kind, its fields in their types; the decoder establishes the rest.
  const object = given as KubernetesObject;
  dropAbsentFields(object, kind.description.kind);
  readObject(object, kind, root);
  if (root.problems.length > 0) return { problems: root.problems, unknown };
  const admission: Admission = {
    object,
    kind,
    context,
    root,
    unresolved: [],
    forbidden: [],
    ranges: [],
    changed: [],
    isNew: context.operation === 'create' || (context.operation === 'import' && !object.metadata.uid),
  };
  const { ranges } = admission;
  const told: string[] = [];
  const mutations: Mutation[] = [];
  for (const { name, does, run } of stepsFor(kind)) {
    run(admission);
    if (does === 'validate' && context.onlyTells === true)
      told.push(...admission.forbidden.splice(0).map((message) => message + objecting(ranges)));
    if (admission.forbidden.length > 0) return { forbidden: admission.forbidden, step: name, ranges, unknown };
    if (root.problems.length > 0) return { problems: root.problems, ranges, unknown };
    if (admission.changed.length > 0) mutations.push({ step: name, changes: admission.changed.splice(0) });
  }
  return { object, unresolved: admission.unresolved, told, mutations, unknown };
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
