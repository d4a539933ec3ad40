import { TimeSlice } from '#database';
import { formatQuantity, subtractQuantities, ZERO_QUANTITY, type Quantity } from '#apimachinery';
import { addAmounts, ratioOf, requestedOf, type ResourceAmounts } from '../capacity/index.js';
import type { NodeRoom } from './room-of-nodes.js';
import type {
  CountDifference,
  NodeDifference,
  QuantityDifference,
  ResourceDifference,
  UtilizationDifference,
} from './utilization-difference.js';

type Rooms = ReadonlyMap<string, NodeRoom>;

const MOVERS = 10;

/** How full two states are, and the nodes whose pods moved, most moved first. */
export interface Fullness {
  readonly utilization: UtilizationDifference;
  readonly movedNodes: readonly NodeDifference[];
}

/** By slices: with thousands of nodes it takes longer than one. */
export async function compareUtilization(before: Rooms, after: Rooms): Promise<Fullness> {
  const slice = new TimeSlice();
  const [old, young] = [await sumOf(before, slice), await sumOf(after, slice)];
  const movedNodes = await movers(before, after, slice);
  const utilization = {
    nodes: counts(before.size, after.size),
    pods: counts(old.pods, young.pods),
    resources: sorted([
      ...old.allocatable.keys(),
      ...young.allocatable.keys(),
      ...old.requested.keys(),
      ...young.requested.keys(),
    ]).map((resource) => resourceDifference(resource, old, young)),
    movers: movedNodes.slice(0, MOVERS),
  };
  return { utilization, movedNodes };
}

async function sumOf(rooms: Rooms, slice: TimeSlice): Promise<NodeRoom> {
  const allocatable: ResourceAmounts = new Map();
  const requested: ResourceAmounts = new Map();
  let pods = 0;
  for (const room of rooms.values()) {
    if (slice.isOver) await slice.yieldWhenOver();
    addAmounts(allocatable, room.allocatable);
    addAmounts(requested, room.requested);
    pods += room.pods;
  }
  return { allocatable, requested: requestedOf(allocatable, requested), pods };
}

function resourceDifference(resource: string, before: NodeRoom, after: NodeRoom): ResourceDifference {
  return {
    resource,
    allocatable: quantities(before.allocatable.get(resource), after.allocatable.get(resource)),
    requested: quantities(before.requested.get(resource), after.requested.get(resource)),
    ratio: { before: share(before, resource), after: share(after, resource) },
  };
}

function share({ allocatable, requested }: NodeRoom, resource: string): number | null {
  const whole = allocatable.get(resource);
  return whole === undefined || whole.unscaled === 0n ? null : ratioOf(requested.get(resource) ?? ZERO_QUANTITY, whole);
}

const NO_ROOM: NodeRoom = { allocatable: new Map(), requested: new Map(), pods: 0 };

async function movers(before: Rooms, after: Rooms, slice: TimeSlice): Promise<NodeDifference[]> {
  const moved: { readonly shift: number; readonly difference: NodeDifference }[] = [];
  for (const node of sorted([...before.keys(), ...after.keys()])) {
    if (slice.isOver) await slice.yieldWhenOver();
    const [old, young] = [before.get(node) ?? NO_ROOM, after.get(node) ?? NO_ROOM];
    const requested = sorted([...old.requested.keys(), ...young.requested.keys()])
      .map((resource) => ({ resource, ...quantities(old.requested.get(resource), young.requested.get(resource)) }))
      .filter((one) => one.before !== one.after);
    if (requested.length > 0)
      moved.push({
        shift: Math.max(...requested.map(({ resource }) => shiftOf(resource, old, young))),
        difference: { node, pods: counts(old.pods, young.pods), requested },
      });
  }
  // Nodes that moved alike stay in the order of their names.
  return moved.sort((a, b) => b.shift - a.shift).map(({ difference }) => difference);
}

/** By how much of the node the request for a resource moved. */
function shiftOf(resource: string, before: NodeRoom, after: NodeRoom): number {
  return Math.abs((share(after, resource) ?? 0) - (share(before, resource) ?? 0));
}

function counts(before: number, after: number): CountDifference {
  return { before, after, difference: after - before };
}

/** An amount that is nowhere on one side is zero there, written as the other side writes it. */
function quantities(before: Quantity | undefined, after: Quantity | undefined): QuantityDifference {
  const { format } = after ?? before ?? ZERO_QUANTITY;
  const [old, young] = [before ?? { ...ZERO_QUANTITY, format }, after ?? { ...ZERO_QUANTITY, format }];
  return {
    before: formatQuantity(old),
    after: formatQuantity(young),
    difference: formatQuantity(subtractQuantities(young, old)),
  };
}

/** In byte order, each once. */
function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
