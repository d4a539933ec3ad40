import { compileNodeSelectorTerm, isEmptyTerm, type NodeSelectorTerm } from '#kubernetes';
import type { FieldPath, FieldProblem } from '#apimachinery';
import type { NodeAffinity } from '../../objects/index.js';
import type { FieldReader } from '../../fields/index.js';

/** NodeAffinityArgs: terms that every pod has besides its own. */
export interface NodeAffinityArgs {
  readonly addedAffinity?: NodeAffinity;
}

/** Reads the args; terms that cannot be compiled are refused, as kube-scheduler v1.34 ValidateNodeAffinityArgs. */
export function readNodeAffinityArgs(reader: FieldReader): NodeAffinityArgs {
  const addedAffinity = reader.object('addedAffinity', readAffinity);
  return addedAffinity === undefined ? {} : { addedAffinity };
}

function readAffinity(reader: FieldReader): NodeAffinity {
  const required = reader.object('requiredDuringSchedulingIgnoredDuringExecution', (selector) => ({
    nodeSelectorTerms: selector.list('nodeSelectorTerms', readTerm),
  }));
  const preferred = reader.list('preferredDuringSchedulingIgnoredDuringExecution', (term) => ({
    weight: term.integer('weight') ?? 0,
    preference: term.object('preference', readTerm) ?? {},
  }));
  return {
    ...(required === undefined ? {} : { requiredDuringSchedulingIgnoredDuringExecution: required }),
    ...(preferred.length === 0 ? {} : { preferredDuringSchedulingIgnoredDuringExecution: preferred }),
  };
}

function readTerm(reader: FieldReader): NodeSelectorTerm {
  const matchExpressions = reader.list('matchExpressions', readRequirement);
  const matchFields = reader.list('matchFields', readRequirement);
  const term = {
    ...(matchExpressions.length > 0 && { matchExpressions }),
    ...(matchFields.length > 0 && { matchFields }),
  };
  reader.report(...termProblems(term, reader.path));
  return term;
}

function termProblems(term: NodeSelectorTerm, path: FieldPath): readonly FieldProblem[] {
  const compiled = isEmptyTerm(term) ? [] : compileNodeSelectorTerm(term, path);
  return typeof compiled === 'function' ? [] : compiled;
}

function readRequirement(reader: FieldReader): { key: string; operator: string; values?: readonly string[] } {
  const values = reader.strings('values');
  return {
    key: reader.requiredString('key'),
    operator: reader.requiredString('operator'),
    ...(values !== undefined && { values }),
  };
}
