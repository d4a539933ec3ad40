import { tolerates, type Taint } from '#kubernetes';
import type { Pod } from '#scheduler';
import { CORDON, type Change, type Pair } from '../pair/index.js';
import type { Cause } from './explainer.js';

/** TaintToleration: one cause a taint that the pod does not tolerate. The taint of a cordon goes with it. */
export function explainTaints({ pod, snapshot, row, nodeName }: Pair): readonly Cause[] {
  const tolerations = pod.spec?.tolerations ?? [];
  return (snapshot.taints[row] ?? [])
    .filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute')
    .filter((taint) => !tolerations.some((toleration) => tolerates(toleration, taint)))
    .map((taint) => {
      const text = `untolerated taint ${taintInWords(taint)}`;
      if (taint.key === OUT_OF_SERVICE) return { text: `${text}: the node is shut down`, options: [] };
      if (isByController(taint)) return { text: `${text}, which a controller sets and lifts`, options: [] };
      if (isOfAnotherMachine(pod, taint))
        return { text: `${text}, which says what the node is, and the pod does not ask for such a node`, options: [] };
      if (isCordon(taint, snapshot.unschedulable[row] === 1)) return { text, options: cordonOptions(nodeName) };
      return { text, options: [[toleranceOf(taint)], [{ kind: 'removeTaint', node: nodeName, taint }]] };
    });
}

/** Set by hand while a node is shut down, so that its pods and volumes are released. */
export const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service';

/** Set while the node is not fit for pods, or about to go: lifted by hand it comes again, and a pod fails there. */
const BY_CONTROLLERS: ReadonlySet<string> = new Set([
  ...['not-ready', 'unreachable', 'network-unavailable', 'memory-pressure', 'disk-pressure', 'pid-pressure'].map(
    (condition) => `node.kubernetes.io/${condition}`,
  ),
  ...['node.cloudprovider.kubernetes.io/uninitialized', 'node.cloudprovider.kubernetes.io/shutdown'],
  ...['karpenter.sh/disrupted', 'karpenter.sh/unregistered', 'ToBeDeletedByClusterAutoscaler'],
  OUT_OF_SERVICE,
]);

/** Set until the agent of a network, of a driver or of another daemon is ready on a new node, in any domain. */
const UNTIL_READY = /(^|\/)([a-z-]+-)?not-?ready$/;

/** Whether a taint is no person's to lift while what it says of the node is so. */
export function isByController({ key }: Pick<Taint, 'key'>): boolean {
  return BY_CONTROLLERS.has(key) || UNTIL_READY.test(key);
}

/** `os`, `kubernetes.io/arch`: the system or the architecture of a machine, which keeps pods of others away. */
const OF_MACHINES = /(^|\/)(os|arch)$/;

/** Whether a taint says what its node is: a pod of another system or architecture fails there. */
export function isOfMachine({ key }: Pick<Taint, 'key'>): boolean {
  return OF_MACHINES.test(key);
}

/** Whether the taint is of a system or an architecture, which the pod asks for nowhere. */
function isOfAnotherMachine({ spec = {} }: Pod, { key }: Taint): boolean {
  const [, , property] = OF_MACHINES.exec(key) ?? [];
  if (property === undefined) return false;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const asked = [
    ...Object.keys(spec.nodeSelector ?? {}),
    ...(required?.nodeSelectorTerms ?? []).flatMap((term) => (term.matchExpressions ?? []).map((one) => one.key)),
  ];
  const { os } = spec as { readonly os?: { readonly name?: string } | null };
  return (
    !(property === 'os' && os?.name === 'windows') &&
    !asked.some((label) => label.endsWith(`kubernetes.io/${property}`))
  );
}

function isCordon({ key, effect }: Taint, isCordoned: boolean): boolean {
  return isCordoned && key === CORDON.key && effect === CORDON.effect;
}

/** NodeUnschedulable: the node is cordoned. */
export function explainCordon({ nodeName }: Pair): readonly Cause[] {
  return [{ text: 'cordoned', options: cordonOptions(nodeName) }];
}

function cordonOptions(node: string): Cause['options'] {
  return [[{ kind: 'uncordon', node }], [toleranceOf(CORDON)]];
}

/** `key=value:effect`, as kubectl writes it. */
export function taintInWords({ key, value, effect }: Taint): string {
  return `${key}${value ? `=${value}` : ''}:${effect}`;
}

function toleranceOf({ key, value, effect }: Taint): Change {
  const toleration = value ? { key, operator: 'Equal', value, effect } : { key, operator: 'Exists', effect };
  return { kind: 'addToleration', toleration };
}
