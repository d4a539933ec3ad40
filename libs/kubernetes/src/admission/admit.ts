import { isJsonObject } from '#json';
import { exactnessProblems, JudgedField, type FieldProblem } from '#apimachinery';
import {
  dropAbsentFields,
  dropUnknownFields,
  dropZeros,
  printZeros,
  undecodable,
  type EmptyFields,
} from '#kubernetes-schema';
import { definitionOf, type KeptKind } from '../kinds/index.js';
import type { KubernetesObject } from '../metadata/index.js';
import { isObservation, Observation } from '../observation/index.js';
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
  const unknown = dropUnknownFields(given, kind.description);
  const leaveOut = leniencyOf(given, kind, context);
  const unread = readTypes(given, kind, leaveOut);
  if (unread !== undefined) return { problems: unread.problems, undecodable: unread.sentence, unknown };
  // It is an object of a known kind, its fields in their types; the decoder establishes the rest.
  const object = given as KubernetesObject;
  const emptied = dropAbsentFields(object, kind.description);
  if (context.operation !== 'import') dropZeros(object, kind.description);
  leaveOut?.standIn(object);
  const found = untilSound(() => readObject(object, kind, root), { object, kind, root, leaveOut });
  if (found.length > 0) return { problems: found, unknown };
  const admission: Admission = {
    object,
    kind,
    context,
    root,
    unresolved: [],
    forbidden: [],
    ranges: [],
    changed: [],
    remarks: [],
    isNew: context.operation === 'create' || (context.operation === 'import' && !object.metadata.uid),
  };
  const { ranges } = admission;
  const reported: string[] = [];
  const mutations: Mutation[] = [];
  for (const { name, does, run } of stepsFor(kind)) {
    const problems = untilSound(() => run(admission), { object, kind, root, leaveOut });
    if (does === 'validate' && context.onlyTells === true)
      reported.push(...admission.forbidden.splice(0).map((message) => message + objecting(ranges)));
    if (admission.forbidden.length > 0) return { forbidden: admission.forbidden, step: name, ranges, unknown };
    if (problems.length > 0) return { problems: withEmptyShown(problems, emptied), ranges, unknown };
    if (admission.changed.length > 0) mutations.push({ step: name, changes: admission.changed.splice(0) });
  }
  if (context.operation !== 'import') printZeros(object, kind.description);
  const remarks = [...(leaveOut?.warnings ?? []), ...admission.remarks];
  return { object, unresolved: admission.unresolved, reported, mutations, remarks, unknown };
}

function leniencyOf(given: unknown, { description }: KeptKind, { leavesOut }: AdmissionContext): Leniency {
  return leavesOut !== undefined && isObservation(given) ? new Observation(description.kind, leavesOut) : undefined;
}

type Leniency = Observation | undefined;

/** What of the object has not the type of its field. */
function readTypes(given: unknown, { description }: KeptKind, leaveOut: Leniency): ReturnType<typeof undecodable> {
  for (;;) {
    const unread = undecodable(given, description);
    if (unread === undefined || !isJsonObject(given) || leaveOut?.leaveOut(given, unread.problems) !== true)
      return unread;
  }
}

/** What is wrong with the object; where that may go, the step is done again without it. */
function untilSound(
  step: () => void,
  { object, kind, root, leaveOut }: Pick<Admission, 'object' | 'kind' | 'root'> & { readonly leaveOut: Leniency },
): readonly FieldProblem[] {
  for (;;) {
    step();
    const problems = root.problems.splice(0);
    const wrong = leaveOut?.intolerable(object, problems) ?? problems;
    if (wrong.length === 0 || leaveOut === undefined) return wrong;
    if (!leaveOut.leaveOut(object, wrong)) return leaveOut.staysWith(wrong) ? [] : wrong;
    dropAbsentFields(object, kind.description);
  }
}

const NULL_SHOWN = /^(Invalid|Unsupported) value: null/;

/** What was given as an empty list or map is shown as one, though it is stored as nothing. */
function withEmptyShown(problems: readonly FieldProblem[], emptied: EmptyFields): readonly FieldProblem[] {
  if (emptied.size === 0) return problems;
  return problems.map((problem) => {
    const text = emptied.get(problem.field);
    if (text === undefined) return problem;
    return { ...problem, message: problem.message.replace(NULL_SHOWN, `$1 value: ${text}`) };
  });
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
