import { isQuantityProblem, labelValue, milliValue, parseQuantity, value } from '#apimachinery';
import { compileNodeSelector, firstUntoleratedTaint, type KubernetesObject, type Pod, type Taint } from '#kubernetes';
import { ownField } from '#json';
import { placedPod, portsConflict, requiredTerms, type Pod as EnginePod } from '#scheduler';
import { always, hints, type Hint } from './hint.js';

/** A node, as far as hints look into it. */
interface NodeShape extends KubernetesObject {
  spec?: { readonly unschedulable?: boolean; readonly taints?: readonly Taint[] };
  status?: { readonly allocatable?: Readonly<Record<string, string>> };
}

const KEEPS_OFF: ReadonlySet<string> = new Set(['NoSchedule', 'NoExecute']);

/** True of the node now, and not of the node as it was. */
function becomes(holds: (node: NodeShape, pod: Pod) => boolean): Hint {
  return ({ before, after }, pod) => {
    if (after === null || !holds(after, pod)) return false;
    return before === null || !holds(before, pod);
  };
}

/** The pod itself takes one of the pods that a node may hold. */
const fitsEmpty = (node: NodeShape, pod: Pod): boolean =>
  allocatableOf(node, 'pods') > 0 && requestsOf(pod).every(({ name, amount }) => amount <= allocatableOf(node, name));

const grows: Hint = ({ before, after }, pod) =>
  fitsEmpty(after as NodeShape, pod) &&
  ['pods', ...requestsOf(pod).map(({ name }) => name)].some(
    (name) => allocatableOf(after as NodeShape, name) > allocatableOf(before as NodeShape, name),
  );

/** A pod on a node asks for less of what the pod asks for. */
const shrinks: Hint = ({ before, after }, pod) => {
  const [was, is] = [before, after].map((one) => new Map(requestsOf(one as Pod).map((of) => [of.name, of.amount])));
  return requestsOf(pod).some(({ name }) => (was?.get(name) ?? 0) > (is?.get(name) ?? 0));
};

export const NODE_RESOURCES_FIT = hints({
  'AssignedPod Delete': always,
  'AssignedPod UpdatePodScaleDown': shrinks,
  'UnschedulablePod UpdatePodScaleDown': always,
  'Node Add': ({ after }, pod) => fitsEmpty(after as NodeShape, pod),
  'Node UpdateNodeAllocatable': grows,
});

const matches = (node: NodeShape, pod: Pod): boolean => {
  const { nodeSelector, affinity } = (pod as EnginePod).spec ?? {};
  const { labels } = node.metadata;
  const isSelected = Object.entries(nodeSelector ?? {}).every(([key, wanted]) => labelValue(labels, key) === wanted);
  const terms = requiredTerms(affinity?.nodeAffinity);
  return isSelected && (terms === null || compileNodeSelector(terms)({ name: node.metadata.name, labels }));
};

export const NODE_AFFINITY = hints({ 'Node Add': becomes(matches), 'Node UpdateNodeLabel': becomes(matches) });

export const NODE_NAME = hints({ 'Node Add': always });

const frees: Hint = ({ before }, pod) => {
  if (before === null) return false;
  const [wanted, freed] = [pod, before as Pod].map((one) => placedPod(one as EnginePod).load.hostPorts);
  return (wanted ?? []).some((port) => (freed ?? []).some((other) => portsConflict(port, other)));
};

export const NODE_PORTS = hints({ 'AssignedPod Delete': frees, 'Node Add': always });

const isOpen = ({ spec }: NodeShape): boolean => spec?.unschedulable !== true;

const CORDON = [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }];

const toleratesCordon: Hint = (_event, pod) =>
  firstUntoleratedTaint(CORDON, (pod as EnginePod).spec?.tolerations ?? [], KEEPS_OFF) === undefined;

export const NODE_UNSCHEDULABLE = hints({
  'Node Add': becomes(isOpen),
  'Node UpdateNodeTaint': becomes(isOpen),
  'UnschedulablePod UpdatePodToleration': toleratesCordon,
});

const tolerated = ({ spec }: NodeShape, pod: Pod): boolean =>
  firstUntoleratedTaint(spec?.taints ?? [], (pod as EnginePod).spec?.tolerations ?? [], KEEPS_OFF) === undefined;

export const TAINT_TOLERATION = hints({
  'Node Add': becomes(tolerated),
  'Node UpdateNodeTaint': becomes(tolerated),
  'UnschedulablePod UpdatePodToleration': always,
});

/** What a pod asks of a node, cpu in thousandths. */
function requestsOf(pod: Pod): readonly { readonly name: string; readonly amount: number }[] {
  return placedPod(pod as EnginePod).load.amounts.filter(({ amount }) => amount > 0);
}

function allocatableOf({ status }: NodeShape, name: string): number {
  const read = parseQuantity(ownField(status?.allocatable, name) ?? '0');
  if (isQuantityProblem(read)) return 0;
  return Number(name === 'cpu' ? milliValue(read) : value(read));
}
