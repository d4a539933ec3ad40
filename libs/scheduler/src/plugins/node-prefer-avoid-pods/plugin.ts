/**
 * Scores 0 where the node's annotation `scheduler.alpha.kubernetes.io/preferAvoidPods` lists the ReplicationController
 * or ReplicaSet that controls the pod, by kind and uid; else 100, also where the annotation cannot be read. As
 * kube-scheduler v1.20 NodePreferAvoidPods.
 */
import { definePlugin } from '../../plugin.js';
import { AVOIDED_PODS, avoidsController } from './avoided-pods.js';

const AVOIDABLE: ReadonlySet<string> = new Set(['ReplicationController', 'ReplicaSet']);

export const nodePreferAvoidPods = definePlugin({
  name: 'NodePreferAvoidPods',
  scoreReach: 'static',
  score({ pod, snapshot }) {
    const controller = pod.pod.metadata?.ownerReferences?.find((owner) => owner.controller === true);
    const { kind = '', uid = '' } = controller ?? {};
    if (!AVOIDABLE.has(kind)) return { kind: 'score', score: () => 100, domains: snapshot.topology([]) };
    const avoided = snapshot.state(AVOIDED_PODS);
    return { kind: 'score', score: (row) => (avoidsController(avoided.of(row), { kind, uid }) ? 0 : 100) };
  },
});
