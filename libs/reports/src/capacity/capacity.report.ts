import { ownField } from '#json';
import { addAmounts, amountOf, type ResourceAmounts } from '#history';
import { readAmounts } from '#kubernetes';
import { subtractQuantities, ZERO_QUANTITY, type Quantity } from '#apimachinery';
import { TimeSlice } from '#database';
import { namedPods } from '#questions';
import type { PastObject } from '#state';
import { unitOf } from '../amounts/index.js';
import type { Frame } from '../frames/index.js';
import { compareGroups, POD_GROUPS, podGroups } from '../groups/index.js';
import { controllersIn, ReadPod } from '../pods/index.js';
import {
  chosenBy,
  integer,
  key,
  number,
  orNull,
  report,
  text,
  type ByChoices,
  type ChosenBy,
} from '../report/index.js';

const ZONE = 'topology.kubernetes.io/zone';

const BY: ByChoices = {
  cluster: 'All nodes together.',
  node: 'By node.',
  zone: `By zone of the node: its label \`${ZONE}\`.`,
  'label:': 'By the value of a label of the node: `label:pool`.',
  ...POD_GROUPS,
};

const OF_NODES = 'null if groups are of pods, since a node belongs to none of them';

/** Nodes or pods that are alike in what they are grouped by. */
interface Group {
  nodes: number;
  pods: number;
  pendingPods: number;
  readonly allocatable: ResourceAmounts;
  readonly requested: ResourceAmounts;
  readonly limits: ResourceAmounts;
  readonly pending: ResourceAmounts;
}

/** How full a cluster is. */
export const capacity = report({
  name: 'capacity',
  summary: 'Allocatable, requested and free resources',
  description:
    'Allocatable resources of nodes, requests and limits of the pods on them, by node, zone, any label, namespace, ' +
    'team or owner: one row for each group and resource. Pods count that are on an existing node and have neither ' +
    'succeeded nor failed. Limits of pods of other teams are not visible, and not included.',
  about: 'state',
  by: BY,
  parameters: ['by', 'resources'],
  columns: {
    group: key(
      orNull(text('What the row is about, as `by` says; null for the whole cluster, or if there is no value.')),
    ),
    resource: key(text('The resource: `cpu`, `memory`, `nvidia.com/gpu`, `pods`.')),
    unit: text('What its numbers count: `cores`, `bytes` or `pieces`.'),
    nodes: orNull(integer('nodes', `Number of nodes; ${OF_NODES}.`)),
    pods: integer('pods', 'Number of pods on the nodes, or of the group.'),
    pendingPods: orNull(
      integer('pods', 'Number of pods that are assigned to no node; null if groups are of nodes other than all.'),
    ),
    allocatable: orNull(number(null, `Sum of \`status.allocatable\` of the nodes; ${OF_NODES}.`)),
    requested: number(null, 'Sum of the requests of the pods, as kube-scheduler counts them; of `pods` their number.'),
    limits: number(null, 'Sum of the limits of the pods, with init containers and overhead as quotas count them.'),
    free: orNull(number(null, `Allocatable minus requested, negative if more is requested; ${OF_NODES}.`)),
    overCommitted: orNull(number(null, `Limits minus allocatable, 0 if limits are not above it; ${OF_NODES}.`)),
    pending: orNull(number(null, 'Sum of the requests of the pending pods; null where `pendingPods` is.')),
    requestedRatio: orNull(
      number('share', 'Requested divided by allocatable, to six decimals; null if nothing is allocatable.'),
    ),
  },
  async *rows(frame) {
    const by = chosenBy(BY, frame.parameters.by) ?? { choice: 'cluster', key: '' };
    const isOfPods = Object.keys(POD_GROUPS).some((name) => name.replace(/:$/, '') === by.choice);
    const groups = await groupsOf(frame, by, isOfPods);
    const countsPending = isOfPods || by.choice === 'cluster';
    for (const [name, group] of [...groups].sort(([a], [b]) => compareGroups(a, b))) {
      const { allocatable, requested, limits, pending } = group;
      requested.set('pods', pieces(group.pods));
      if (countsPending) pending.set('pods', pieces(group.pendingPods));
      const names = new Set([allocatable, requested, limits, pending].flatMap((amounts) => [...amounts.keys()]));
      for (const resource of [...names].sort()) {
        if (frame.parameters.resources?.includes(resource) === false) continue;
        const [given, asked, limit] = [allocatable, requested, limits].map((all) => all.get(resource) ?? ZERO_QUANTITY);
        yield {
          group: name,
          resource,
          unit: unitOf(resource),
          nodes: isOfPods ? null : group.nodes,
          pods: group.pods,
          pendingPods: countsPending ? group.pendingPods : null,
          allocatable: isOfPods ? null : valueOf(given),
          requested: valueOf(asked),
          limits: valueOf(limit),
          free: isOfPods ? null : difference(given, asked),
          overCommitted: isOfPods ? null : Math.max(0, difference(limit, given)),
          pending: countsPending ? valueOf(pending.get(resource)) : null,
          requestedRatio: isOfPods || valueOf(given) === 0 ? null : ratio(valueOf(asked), valueOf(given)),
        };
      }
    }
  },
});

async function groupsOf(frame: Frame, by: ChosenBy, isOfPods: boolean): Promise<Map<string | null, Group>> {
  const visible = await frame.state();
  const { past } = visible;
  const groups = new Map<string | null, Group>();
  const slice = new TimeSlice(frame.caller);
  const groupOfNode = nodeGroups(by);
  if (!isOfPods) {
    if (by.choice === 'cluster') groupAt(groups, null);
    for (const node of past.ofKind('Node')) {
      const group = groupAt(groups, groupOfNode(node));
      group.nodes += 1;
      addAmounts(group.allocatable, allocatableOf(node));
      await slice.yieldWhenOver();
    }
  }
  const [groupOfPod, controllers] = [await podGroups(frame, by), controllersIn(past)];
  for (const pod of isOfPods ? namedPods(visible) : past.ofKind('Pod')) {
    await slice.yieldWhenOver();
    const { node: name, finished } = pod.placement;
    const node = name === null ? undefined : past.get('Node', '', name);
    if (finished || (name !== null && node === undefined)) continue;
    if (node === undefined && !isOfPods && by.choice !== 'cluster') continue;
    const read = new ReadPod(pod);
    const value = isOfPods ? (groupOfPod?.(read, controllers) ?? null) : node === undefined ? null : groupOfNode(node);
    count(groupAt(groups, value), read, node !== undefined);
  }
  return groups;
}

/** Buckets share the nodes that do not change between them: each is read once. */
const ALLOCATABLE = new WeakMap<PastObject, ResourceAmounts>();

function allocatableOf(node: PastObject): ResourceAmounts {
  let amounts = ALLOCATABLE.get(node);
  if (amounts === undefined) {
    const { status = {} } = node.stored().object as { readonly status?: { allocatable?: Record<string, string> } };
    ALLOCATABLE.set(node, (amounts = readAmounts(status.allocatable)));
  }
  return amounts;
}

function count(group: Group, { amounts: { requests, limits } }: ReadPod, isBound: boolean): void {
  group[isBound ? 'pods' : 'pendingPods'] += 1;
  addAmounts(isBound ? group.requested : group.pending, requests);
  if (isBound) addAmounts(group.limits, limits);
}

function groupAt(groups: Map<string | null, Group>, name: string | null): Group {
  let group = groups.get(name);
  if (group === undefined) {
    const none = (): ResourceAmounts => new Map();
    const amounts = { allocatable: none(), requested: none(), limits: none(), pending: none() };
    groups.set(name, (group = { nodes: 0, pods: 0, pendingPods: 0, ...amounts }));
  }
  return group;
}

/** A node is looked at once, for all of its pods. */
function nodeGroups({ choice, key }: ChosenBy): (node: PastObject) => string | null {
  if (choice === 'node') return ({ name }) => name;
  if (choice === 'cluster') return () => null;
  const known = new Map<PastObject, string | null>();
  return (node) => {
    let group = known.get(node);
    if (group === undefined) {
      group = ownField(node.stored().object.metadata.labels, choice === 'zone' ? ZONE : key) ?? null;
      known.set(node, group);
    }
    return group;
  };
}

function pieces(count: number): Quantity {
  return { unscaled: BigInt(count), exponent: 0, format: 'DecimalSI' };
}

function valueOf(quantity: Quantity | undefined): number {
  return amountOf(quantity).value;
}

function difference(a: Quantity = ZERO_QUANTITY, b: Quantity = ZERO_QUANTITY): number {
  return valueOf(subtractQuantities(a, b));
}

function ratio(part: number, whole: number): number {
  return Math.round((part / whole) * 1e6) / 1e6;
}
