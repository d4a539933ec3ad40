import {
  compileRequirements,
  FieldPath,
  invalid,
  notSupported,
  requirementProblems,
  type FieldProblem,
  type LabelMatcher,
  type LabelOperator,
  type LabelRequirement,
  type Labels,
} from '#apimachinery';

/** core/v1 NodeSelectorRequirement: In, NotIn, Exists, DoesNotExist, Gt or Lt. */
export interface NodeSelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** core/v1 NodeSelectorTerm: every expression (over labels) and every field (metadata.name) must hold. */
export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly NodeSelectorRequirement[];
  readonly matchFields?: readonly NodeSelectorRequirement[];
}

/** core/v1 NodeSelector: terms are alternatives; at least one. */
export interface NodeSelector {
  nodeSelectorTerms?: NodeSelectorTerm[];
}

/** What of a node a term looks at. */
export interface SelectableNode {
  readonly name: string;
  readonly labels: Labels;
}

/** Whether a node satisfies something. */
export type NodeMatcher = (node: SelectableNode) => boolean;

const OPERATORS = new Map<string, LabelOperator>([
  ['In', 'In'],
  ['NotIn', 'NotIn'],
  ['Exists', 'Exists'],
  ['DoesNotExist', 'DoesNotExist'],
  ['Gt', 'Gt'],
  ['Lt', 'Lt'],
]);
const FIELD_OPERATORS: readonly string[] = ['In', 'NotIn'];

/** Whether a term says nothing; such a term matches no node. */
export function isEmptyTerm(term: NodeSelectorTerm): boolean {
  return (term.matchExpressions ?? []).length === 0 && (term.matchFields ?? []).length === 0;
}

/**
 * Turns one term into a function over nodes, or gives what is wrong with it: a required term with problems matches no
 * node, a preferred one fails the whole attempt. As component-helpers v1.34 nodeaffinity.
 */
export function compileNodeSelectorTerm(
  term: NodeSelectorTerm,
  path = FieldPath.root,
): NodeMatcher | readonly FieldProblem[] {
  if (isEmptyTerm(term)) return () => false;
  const labels = compileExpressions(term.matchExpressions ?? [], path.child('matchExpressions'));
  const fields = compileFields(term.matchFields ?? [], path.child('matchFields'));
  const problems = [...(typeof labels === 'function' ? [] : labels), ...(typeof fields === 'function' ? [] : fields)];
  if (typeof labels !== 'function' || typeof fields !== 'function') return problems;
  return (node) => labels(node.labels) && fields(node);
}

/** True where any term holds; terms with problems hold nowhere. No term at all holds nowhere. */
export function compileNodeSelector(terms: readonly NodeSelectorTerm[]): NodeMatcher {
  const matchers = terms
    .map((term) => compileNodeSelectorTerm(term))
    .filter((matcher) => typeof matcher === 'function');
  const [only] = matchers;
  if (only !== undefined && matchers.length === 1) return only;
  return (node) => matchers.some((matches) => matches(node));
}

function compileExpressions(
  expressions: readonly NodeSelectorRequirement[],
  path: FieldPath,
): LabelMatcher | readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const requirements: LabelRequirement[] = [];
  expressions.forEach(({ key, operator, values = [] }, index) => {
    const at = path.index(index);
    const known = OPERATORS.get(operator);
    if (known === undefined) {
      problems.push(notSupported(at.child('operator'), operator, [...OPERATORS.keys()]));
      return;
    }
    problems.push(...requirementProblems({ key, operator: known, values }, at));
    requirements.push({ key, operator: known, values });
  });
  return problems.length > 0 ? problems : compileRequirements(requirements);
}

/**
 * A field that nodes do not have is empty, so `NotIn` holds for it. A node without a name is not asked: upstream has no
 * field set then.
 */
function compileFields(
  requirements: readonly NodeSelectorRequirement[],
  path: FieldPath,
): NodeMatcher | readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const matchers: NodeMatcher[] = [];
  requirements.forEach(({ key, operator, values = [] }, index) => {
    const at = path.index(index);
    if (!FIELD_OPERATORS.includes(operator)) {
      problems.push(notSupported(at.child('operator'), operator, FIELD_OPERATORS));
    } else if (values.length !== 1) {
      problems.push(invalid(at.child('values'), values, 'must have one element'));
    } else {
      const equal = operator === 'In';
      matchers.push(({ name }) => ((key === 'metadata.name' ? name : '') === values[0]) === equal);
    }
  });
  if (problems.length > 0) return problems;
  return (node) => node.name === '' || matchers.every((matches) => matches(node));
}
