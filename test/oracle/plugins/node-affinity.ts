import { aggregate } from '../label-selector.js';
import type { Attempt, OraclePlugin } from '../model.js';
import { isEmptyTerm, nodeSelectorMatches, termMatches, termProblems } from '../node-selector.js';
import { shareOfHighest } from '../normalize.js';
import type { NodeAffinity, NodeObject, NodeSelectorTerm, PodObject } from '../objects.js';
import { matchesRequiredNodeAffinity } from '../required-node-affinity.js';
import { AttemptError } from '../status.js';

/** nodeSelector and node affinity of the pod, and the affinity that the profile adds to every pod. */
export const nodeAffinity: OraclePlugin = {
  name: 'NodeAffinity',
  preFilter({ pod, args }) {
    const required = affinityOf(pod)?.requiredDuringSchedulingIgnoredDuringExecution;
    const added = args.addedAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    if (required === undefined && added === undefined && pod.spec?.nodeSelector === undefined) return { skip: true };
    const names = namedNodes(required?.nodeSelectorTerms ?? []);
    if (names === null) return {};
    if (names.length === 0)
      return { reject: { code: 'UnschedulableAndUnresolvable', reasons: ['pod affinity terms conflict'] } };
    return { nodeNames: names };
  },
  filter({ pod, args }, node) {
    const added = args.addedAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    if (added !== undefined && !nodeSelectorMatches(added, node)) {
      return {
        code: 'UnschedulableAndUnresolvable',
        reasons: ["node(s) didn't match scheduler-enforced node affinity"],
      };
    }
    if (matchesRequiredNodeAffinity(pod, node)) return null;
    return { code: 'UnschedulableAndUnresolvable', reasons: ["node(s) didn't match Pod's node affinity/selector"] };
  },
  preScoreSkip(attempt) {
    const { preferredDuringSchedulingIgnoredDuringExecution: own } = affinityOf(attempt.pod) ?? {};
    const problems = preferenceProblems(attempt.pod);
    if (problems.length > 0) return { error: aggregate(problems) };
    return (
      own === undefined &&
      (attempt.args.addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).length === 0
    );
  },
  score(attempt, node) {
    // Seen by PreScore already, unless a profile has none for this plugin.
    const problems = preferenceProblems(attempt.pod);
    if (problems.length > 0)
      throw new AttemptError(`running Score plugins: plugin "NodeAffinity" failed with: ${aggregate(problems)}`);
    return preferenceFor(attempt, node);
  },
  normalize: (_attempt, raw) => shareOfHighest(raw),
};

function affinityOf({ spec }: PodObject): NodeAffinity | undefined {
  return spec?.affinity?.nodeAffinity;
}

/** What is wrong with the pod's preferred terms. One without weight is not looked at. */
function preferenceProblems(pod: PodObject): readonly string[] {
  const own = affinityOf(pod)?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return own.flatMap(({ weight = 0, preference = {} }, index) =>
    weight === 0 ? [] : termProblems(preference, `[${index}]`),
  );
}

/** The nodes that the terms name, if every term names some; else null: any node may do. */
function namedNodes(terms: readonly NodeSelectorTerm[]): readonly string[] | null {
  if (terms.length === 0) return null;
  const names: string[] = [];
  for (const { matchFields = [] } of terms) {
    const lists = matchFields
      .filter(({ key, operator }) => key === 'metadata.name' && operator === 'In')
      .map(({ values = [] }) => values);
    if (lists.length === 0) return null;
    names.push(...(lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name))));
  }
  return [...new Set(names)];
}

/** The sum of the weights of all preferred terms that match, the pod's and the profile's. */
function preferenceFor({ pod, args }: Attempt, node: NodeObject): number {
  const own = affinityOf(pod)?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const added = args.addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  let sum = 0;
  for (const { weight = 0, preference = {} } of [...added, ...own]) {
    if (!isEmptyTerm(preference) && termMatches(preference, node)) sum += weight;
  }
  return sum;
}
