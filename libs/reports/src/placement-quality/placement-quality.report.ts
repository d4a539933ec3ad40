import { TimeSlice } from '#database';
import { namedPods, rounded, spreadOf, type VisibleState } from '#questions';
import { recallCluster, type ClusterInMemory, type PastState } from '#state';
import { unitOf } from '../amounts/index.js';
import type { Frame } from '../frames/index.js';
import { ownerOf, takesRoom } from '../groups/index.js';
import { controllersIn, ReadPod } from '../pods/index.js';
import { integer, key, number, orNull, report, text, time } from '../report/index.js';
import { Room } from '../room/index.js';
import { firstFailure } from './first-failure.queries.js';

const ZONE = 'topology.kubernetes.io/zone';

type Snapshot = ClusterInMemory['snapshot'];

/** How well pods are placed. */
export const placementQuality = report({
  name: 'placement-quality',
  summary: 'Balance of nodes, spread over zones, utilization at the first failure',
  description:
    'How evenly nodes are filled, how far controllers are spread over zones, and how full the cluster was when the ' +
    'first attempt found no node: one row for each resource that nodes have. Comparisons answer what another profile ' +
    'would have done.',
  about: 'state',
  parameters: ['resources'],
  columns: {
    resource: key(text('The resource.')),
    unit: text('The base unit of the resource: `cores`, `bytes` or `pieces`.'),
    nodes: integer('nodes', 'Nodes that have any of it allocatable.'),
    utilization: number('share', 'Requested divided by allocatable, over all nodes, to six decimals.'),
    nodeMin: number('share', 'The smallest share that is requested of a node.'),
    nodeMax: number('share', 'The largest share that is requested of a node.'),
    nodeMean: number('share', 'The mean of the shares of nodes.'),
    nodeDeviation: number('share', 'Standard deviation of the shares of nodes, as the whole population.'),
    owners: integer('controllers', 'Controllers with at least two pods on nodes, DaemonSets excluded.'),
    ownersOverZones: integer('controllers', `Of these, those with pods in at least two zones (\`${ZONE}\`).`),
    firstFailureAt: orNull(
      time('When the first attempt up to the moment found no node, among visible pods; null if none is stored.'),
    ),
    utilizationAtFirstFailure: orNull(
      number(
        'share',
        'Utilization as that attempt saw it: with the pods that its run had placed before; null likewise.',
      ),
    ),
  },
  async *rows(frame) {
    const failure = await failureBefore(frame);
    const { visible, snapshot } = await frame.recalled();
    const now = await shares(snapshot, frame);
    const { owners, ownersOverZones } = spreadOfOwners(visible);
    for (const [resource, { all, utilization }] of [...now].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (frame.parameters.resources?.includes(resource) === false) continue;
      const { min, max, mean, standardDeviation } = spreadOf(all);
      yield {
        resource,
        unit: unitOf(resource),
        nodes: all.length,
        utilization,
        nodeMin: min,
        nodeMax: max,
        nodeMean: mean,
        nodeDeviation: standardDeviation,
        owners,
        ownersOverZones,
        firstFailureAt: failure?.at.toISOString() ?? null,
        utilizationAtFirstFailure: failure?.utilization.get(resource) ?? null,
      };
    }
  },
});

interface Shares {
  readonly all: readonly number[];
  readonly utilization: number;
}

/** The first attempt that found no node. */
interface Failure {
  readonly at: Date;
  /** As it saw the cluster, by resource. */
  readonly utilization: ReadonlyMap<string, number>;
}

/** What was found for earlier buckets of a report: the first failure of one is that of all later ones. */
const FAILURES = new WeakMap<object, Failure | { readonly noneBefore: Date }>();

async function failureBefore(frame: Frame): Promise<Failure | undefined> {
  const known = frame.states && FAILURES.get(frame.states);
  if (known !== undefined && 'at' in known) return known;
  const found = await firstFailure(frame, known?.noneBefore);
  const failure = found && { at: found.at, utilization: await utilizationOf(found.state, frame) };
  if (frame.states !== undefined) FAILURES.set(frame.states, failure ?? { noneBefore: frame.to });
  return failure;
}

async function utilizationOf(state: PastState, frame: Frame): Promise<ReadonlyMap<string, number>> {
  const then = await shares((await recallCluster(state, frame.to)).snapshot, frame);
  return new Map([...then].map(([resource, { utilization }]) => [resource, utilization]));
}

/** How full nodes are, by resource. */
async function shares(snapshot: Snapshot, frame: Frame): Promise<ReadonlyMap<string, Shares>> {
  const room = new Room(snapshot);
  const slice = new TimeSlice(frame.caller);
  const found = new Map<string, Shares>();
  for (const resource of snapshot.resources.keys()) {
    const all: number[] = [];
    let [given, asked] = [0, 0];
    for (let row = 0; row < room.nodes; row++) {
      await slice.yieldWhenOver();
      const has = room.allocatable(resource, row);
      if (has === 0) continue;
      const requested = has - room.free(resource, row);
      given += has;
      asked += requested;
      all.push(requested / has);
    }
    if (given > 0) found.set(resource, { all, utilization: rounded(asked / given) });
  }
  return found;
}

function spreadOfOwners(visible: VisibleState): { readonly owners: number; readonly ownersOverZones: number } {
  const { past } = visible;
  const owners = new Map<string, { pods: number; readonly zones: Set<string> }>();
  for (const pod of namedPods(visible)) {
    const owner = ownerOf(controllersIn(past), new ReadPod(pod));
    if (owner === null || !takesRoom(past, pod) || /^(DaemonSet|Node) /.test(owner)) continue;
    const key = `${pod.namespace}/${owner}`;
    const known = owners.get(key) ?? { pods: 0, zones: new Set() };
    owners.set(key, known);
    known.pods += 1;
    const zone = past.get('Node', '', pod.placement.node ?? '')?.stored().object.metadata.labels?.[ZONE];
    if (zone !== undefined) known.zones.add(zone);
  }
  const several = [...owners.values()].filter(({ pods }) => pods > 1);
  return { owners: several.length, ownersOverZones: several.filter(({ zones }) => zones.size > 1).length };
}
