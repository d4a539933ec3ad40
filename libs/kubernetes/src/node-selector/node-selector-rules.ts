import {
  checkName,
  checkOperands,
  dnsSubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
  type JudgedField,
} from '#apimachinery';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from './node-selector.js';

/**
 * Required node affinity: at least one term, and values that nodes can have.
 * // as API server v1.34 ValidateNodeSelector
 */
export function checkNodeSelector(selector: NodeSelector, at: JudgedField): void {
  const path = at.child('nodeSelectorTerms');
  const terms = selector.nodeSelectorTerms ?? [];
  if (terms.length === 0) path.required('must have at least one node selector term');
  terms.forEach((term, index) => checkNodeSelectorTerm(term, path.index(index), true));
}

/** One term; only required affinity looks at the values, because preferred ones may come from before that rule. */
export function checkNodeSelectorTerm(term: NodeSelectorTerm, at: JudgedField, checksValues: boolean): void {
  term.matchExpressions?.forEach((requirement, index) => {
    const path = at.child('matchExpressions').index(index);
    checkOperands({ operator: requirement.operator, values: requirement.values ?? [], compares: true }, path);
    checkName(requirement.key ?? '', qualifiedNameProblems, path.child('key'));
    if (!checksValues) return;
    requirement.values?.forEach((value, position) =>
      checkName(value, labelValueProblems, path.child('values').index(position)),
    );
  });
  term.matchFields?.forEach((requirement, index) =>
    checkFieldRequirement(requirement, at.child('matchFields').index(index)),
  );
}

function checkFieldRequirement({ key, operator, values = [] }: NodeSelectorRequirement, at: JudgedField): void {
  if (operator !== 'In' && operator !== 'NotIn') {
    at.child('operator').invalid(operator ?? '', 'not a valid selector operator');
  } else if (values.length !== 1) {
    at.child('values').required("must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
  }
  if (key !== 'metadata.name') at.child('key').invalid(key ?? '', 'not a valid field selector key');
  else values.forEach((value, index) => checkName(value, dnsSubdomainProblems, at.child('values').index(index)));
}
