import { labelValueProblems, type FieldPath, type LabelSelector } from '#apimachinery';
import type { NodeSelectorTerm } from '#kubernetes';

/** Labels of nodes that have others in their place. // as API server v1.34 GetNodeLabelDeprecatedMessage */
const OLD_LABELS: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ['beta.kubernetes.io/os', 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  ['failure-domain.beta.kubernetes.io/region', 'deprecated since v1.17; use "topology.kubernetes.io/region" instead'],
  ['failure-domain.beta.kubernetes.io/zone', 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'],
  ['beta.kubernetes.io/instance-type', 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead'],
  ['app.kubernetes.io/created-by', 'deprecated since v1.9'],
  ['scheduler.alpha.kubernetes.io/preferAvoidPods', 'deprecated since v1.22; use Taints and Tolerations instead'],
  ['node-role.kubernetes.io/master', 'use "node-role.kubernetes.io/control-plane" instead'],
]);

/** What is said of a label of nodes that has another in its place. */
export function oldNodeLabel(label: string): string | undefined {
  return OLD_LABELS.get(label);
}

/** The same of the labels that a term looks at, and of their values. // as GetWarningsForNodeSelectorTerm */
export function nodeTermWarnings(
  { matchExpressions = [] }: NodeSelectorTerm,
  at: FieldPath,
  { judgesValues = false } = {},
): string[] {
  return matchExpressions.flatMap(({ key = '', values = [] }, index) => {
    const field = at.child('matchExpressions').index(index);
    return [
      ...keyWarnings(key, field),
      ...(judgesValues ? values : []).flatMap((value, position) =>
        labelValueProblems(value).map(
          (problem) => `${field.child('values').index(position).toString()}: ${value} is invalid, ${problem}`,
        ),
      ),
    ];
  });
}

/** The same of a selector of nodes by labels. // as GetWarningsForNodeSelector */
export function nodeSelectorWarnings(
  { matchExpressions = [], matchLabels = {} }: LabelSelector = {},
  at: FieldPath,
): string[] {
  return [
    ...matchExpressions.flatMap(({ key = '' }, index) => keyWarnings(key, at.child('matchExpressions').index(index))),
    ...Object.keys(matchLabels).flatMap((label) => {
      const message = oldNodeLabel(label);
      return message === undefined ? [] : [`${at.child('matchLabels').child(label).toString()}: ${message}`];
    }),
  ];
}

function keyWarnings(key: string, at: FieldPath): string[] {
  const message = oldNodeLabel(key);
  return message === undefined ? [] : [`${at.child('key').toString()}: ${key} is ${message}`];
}
