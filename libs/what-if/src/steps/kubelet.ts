import { firstUntoleratedTaint } from '#kubernetes';
import { askNode, defaultProfile, IncomingPod, type Pod, type Profile } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';

/** What the kubelet judges again of what the scheduler does. // as kubernetes v1.34 kubelet lifecycle generalFilter */
const JUDGED = judgedBy('NodeResourcesFit', 'NodePorts', 'NodeAffinity');

function judgedBy(...names: readonly string[]): Profile {
  const { points, ...profile } = defaultProfile();
  const isJudged = ({ plugin }: { readonly plugin: { readonly name: string } }): boolean => names.includes(plugin.name);
  return {
    ...profile,
    points: { ...points, preFilter: points.preFilter.filter(isJudged), filter: points.filter.filter(isJudged) },
  };
}

const NO_EXECUTE: ReadonlySet<string> = new Set(['NoExecute']);

/** Why the kubelet of the node that a new pod names does not run it: no scheduler is asked for such a pod. */
export function kubeletRefusal({ snapshot }: HypotheticalCluster, pod: Pod): string | undefined {
  const { nodeName, tolerations } = pod.spec ?? {};
  const row = nodeName === undefined ? undefined : snapshot.rowOf(nodeName);
  if (row === undefined) return undefined;
  const { status, failures } = askNode({ profile: JUDGED, snapshot, pod: new IncomingPod(pod) }, row);
  const taint = firstUntoleratedTaint(snapshot.taints[row] ?? [], tolerations ?? [], NO_EXECUTE);
  const judged = failures.length > 0 ? failures : status === null ? [] : [status];
  const reasons = [
    ...judged.flatMap((failure) => failure.reasons),
    ...(taint === undefined ? [] : [`untolerated taint ${taint.key} of effect NoExecute`]),
  ];
  return reasons.length === 0
    ? undefined
    : `the kubelet of ${nodeName}, which spec.nodeName names, refuses the pod: ${reasons.join(', ')}`;
}
