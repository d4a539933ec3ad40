/**
 * Filter: a node must have every label of `presentLabels` and none of `absentLabels`, with any value. Score,
 * 0..100: the share of `presentLabelsPreference` that it has and of `absentLabelsPreference` that it has not. As
 * kube-scheduler v1.20 NodeLabel; without preferences the score, with which v1.20 crashes, is 0.
 */
import { labelValue } from '#apimachinery';
import { definePlugin, sameEverywhere, type Cycle, type NodeScore } from '../../plugin.js';
import { readNodeLabelArgs, type NodeLabelArgs } from './args.js';

const UNWANTED = "node(s) didn't have the requested labels";

export const nodeLabel = definePlugin<NodeLabelArgs>({
  name: 'NodeLabel',
  reasons: [{ code: 'UnschedulableAndUnresolvable', text: UNWANTED }],
  filterReach: 'static',
  scoreReach: 'static',
  readArgs: readNodeLabelArgs,
  filter({ snapshot, args: { presentLabels, absentLabels }, status }) {
    const domains = snapshot.topology([...presentLabels, ...absentLabels]);
    if (presentLabels.length + absentLabels.length === 0) return sameEverywhere(snapshot, 0);
    const unwanted = status('UnschedulableAndUnresolvable', UNWANTED);
    const has = labelsOn(snapshot);
    return {
      kind: 'filter',
      domains,
      filter: (row) =>
        presentLabels.every((key) => has(row, key)) && !absentLabels.some((key) => has(row, key)) ? 0 : unwanted,
    };
  },
  score: ({ snapshot, args }) => ({
    kind: 'score',
    domains: snapshot.topology([...args.presentLabelsPreference, ...args.absentLabelsPreference]),
    score: preferenceScore(args, labelsOn(snapshot)),
  }),
});

type HasLabel = (row: number, key: string) => boolean;

function labelsOn({ nodes }: Cycle['snapshot']): HasLabel {
  return (row, key) => labelValue(nodes[row]?.labels, key) !== undefined;
}

function preferenceScore(
  { presentLabelsPreference: present, absentLabelsPreference: absent }: NodeLabelArgs,
  has: HasLabel,
): NodeScore {
  const all = present.length + absent.length;
  if (all === 0) return () => 0;
  return (row) => {
    const met = present.filter((key) => has(row, key)).length + absent.filter((key) => !has(row, key)).length;
    return Math.trunc((met * 100) / all);
  };
}
