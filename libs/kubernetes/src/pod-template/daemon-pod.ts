import { tolerates, type Taint, type Toleration } from '../tolerations/index.js';

/** The spec of a DaemonSet's template, as far as it says which nodes have a pod. */
export interface DaemonSpec {
  readonly hostNetwork?: boolean;
  readonly affinity?: { readonly nodeAffinity?: object };
  readonly tolerations?: readonly Toleration[];
}

const TOLERATED: readonly Toleration[] = [
  ...['not-ready', 'unreachable'].map((key) => tolerationOf(key, 'NoExecute')),
  ...['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map((key) =>
    tolerationOf(key, 'NoSchedule'),
  ),
];
/** Pods in the network of their node wait for no other. */
const WITHOUT_NETWORK = tolerationOf('network-unavailable', 'NoSchedule');

/** The spec of the pod for a node, which asks for that node alone. // as kubernetes v1.34 CreatePodTemplate */
export function daemonPodSpec<Spec extends DaemonSpec>(spec: Spec, node: string): Spec {
  const term = { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] };
  const nodeAffinity = {
    ...spec.affinity?.nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] },
  };
  return { ...spec, affinity: { ...spec.affinity, nodeAffinity }, tolerations: daemonTolerations(spec) };
}

/** What a DaemonSet does with a node that its pods ask for. */
export interface DaemonNodeUse {
  /** A pod is to be there. */
  readonly shouldRun: boolean;
  /** One that is there may stay. */
  readonly mayStay: boolean;
}

/** What is done with a node by its taints. // as kubernetes v1.34 NodeShouldRunDaemonPod */
export function daemonNodeUse(spec: DaemonSpec): (taints: readonly Taint[]) => DaemonNodeUse {
  const tolerations = daemonTolerations(spec);
  return (taints) => {
    const untolerated = taints.filter(
      (taint) => taint.effect !== 'PreferNoSchedule' && !tolerations.some((one) => tolerates(one, taint)),
    );
    return { shouldRun: untolerated.length === 0, mayStay: !untolerated.some(({ effect }) => effect === 'NoExecute') };
  };
}

/** The template's own and those of every such pod, which are there once. // as AddOrUpdateDaemonPodTolerations */
function daemonTolerations({ tolerations, hostNetwork }: DaemonSpec): readonly Toleration[] {
  const every = hostNetwork === true ? [...TOLERATED, WITHOUT_NETWORK] : TOLERATED;
  // What questions are asked about has not been judged yet.
  const given = Array.isArray(tolerations) ? (tolerations as readonly Toleration[]) : [];
  const isOfEvery = (one: Toleration): boolean =>
    every.some(({ key, effect }) => key === one.key && effect === one.effect && one.operator === 'Exists');
  return [...given.filter((one) => !isOfEvery(one)), ...every];
}

function tolerationOf(key: string, effect: string): Toleration {
  return { key: `node.kubernetes.io/${key}`, operator: 'Exists', effect };
}
