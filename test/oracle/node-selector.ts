import { nameOf } from './model.js';
import type { Labels, NodeObject, NodeSelector, NodeSelectorTerm, Requirement } from './objects.js';
import { meets, requirementProblems } from './requirement.js';

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'];
const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');

/** A term without expressions and without fields, which matches nothing. */
export function isEmptyTerm({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): boolean {
  return matchExpressions.length === 0 && matchFields.length === 0;
}

/** What is wrong with a term: it then matches no node at all. */
export function termProblems(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  path: string,
): readonly string[] {
  const at = (child: string): string => (path === '' ? child : `${path}.${child}`);
  return [
    ...matchExpressions.flatMap((requirement, index) =>
      expressionProblems(requirement, `${at('matchExpressions')}[${index}]`),
    ),
    ...matchFields.flatMap((requirement, index) => fieldProblems(requirement, `${at('matchFields')}[${index}]`)),
  ];
}

function expressionProblems(requirement: Requirement, path: string): readonly string[] {
  const { operator = '' } = requirement;
  if (!OPERATORS.includes(operator))
    return [`${path}.operator: Unsupported value: ${JSON.stringify(operator)}: supported values: ${quoted(OPERATORS)}`];
  return requirementProblems(requirement, path);
}

function fieldProblems({ operator = '', values = [] }: Requirement, path: string): readonly string[] {
  if (operator !== 'In' && operator !== 'NotIn')
    return [`${path}.operator: Unsupported value: ${JSON.stringify(operator)}: supported values: "In", "NotIn"`];
  return values.length === 1 ? [] : [`${path}.values: Invalid value: ${JSON.stringify(values)}: must have one element`];
}

/** Whether a node meets every expression and every field of a term. */
export function termMatches(term: NodeSelectorTerm, node: NodeObject): boolean {
  if (isEmptyTerm(term) || termProblems(term, '').length > 0) return false;
  const labels = node.metadata?.labels ?? {};
  return (
    (term.matchExpressions ?? []).every((requirement) => meets(labels, requirement)) &&
    (term.matchFields ?? []).every((requirement) => fieldMeets(node, requirement))
  );
}

function fieldMeets(node: NodeObject, { key, operator, values = [] }: Requirement): boolean {
  const value = key === 'metadata.name' ? nameOf(node) : '';
  return (operator === 'In') === (value === values[0]);
}

/** Terms are alternatives: one is enough, none of none. */
export function nodeSelectorMatches({ nodeSelectorTerms = [] }: NodeSelector, node: NodeObject): boolean {
  return nodeSelectorTerms.some((term) => termMatches(term, node));
}

/** spec.nodeSelector: each label with exactly that value. */
export function nodeLabelsMatch(wanted: Labels, node: NodeObject): boolean {
  const labels = node.metadata?.labels ?? {};
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}
