import { definePlugin } from '../plugin.js';

/**
 * Keeps pods off nodes of other teams: a node's label `team`, where it has one, must be the pod's.
 * Prefers nodes that say so.
 */
export const sameTeam = definePlugin({
  name: 'SameTeam',
  reasons: [{ code: 'UnschedulableAndUnresolvable', text: 'node(s) belong to another team' }],
  filterReach: 'static',
  scoreReach: 'static',
  filter({ pod, snapshot, status }) {
    const foreign = status('UnschedulableAndUnresolvable', 'node(s) belong to another team');
    return (row) => ([undefined, pod.labels?.['team']].includes(snapshot.nodes[row]?.labels?.['team']) ? 0 : foreign);
  },
  score: ({ snapshot }) => ({
    kind: 'score',
    score: (row) => (snapshot.nodes[row]?.labels?.['team'] === undefined ? 0 : 100),
  }),
});
