import type { Cycle, PreparedFilter, StatusId } from '../../plugin.js';
import {
  CPU,
  EPHEMERAL_STORAGE,
  isExtendedResource,
  isFast,
  LARGEST_FAST_AMOUNT,
  MEMORY,
  type Amount,
} from '../../resources/index.js';
import type { ReadableSnapshot, ResourceColumn } from '../../snapshot/index.js';
import type { NodeResourcesFitArgs } from './args.js';

const TOO_MANY_PODS = 'Too many pods';
/**
 * The order in which kube-scheduler reports them; scalar resources follow, there in random order, here in the pod's.
 */
const FIRST: readonly string[] = [CPU, MEMORY, EPHEMERAL_STORAGE];

/** Fits, lacks what other pods hold, or lacks what the node does not have at all. */
const enum Lack {
  None = 0,
  Requested = 1,
  Capacity = 2,
}

interface Demand {
  readonly amount: Amount;
  readonly column: ResourceColumn | undefined;
}

/** What lacks of so many resources, a digit each, and of pod slots is one number below 2^32. */
const MOST_DEMANDS = 19;

/** A node must have room for one more pod, and free what the pod asks for. As kube-scheduler v1.34 fitsRequest. */
export function fitFilter({
  pod,
  snapshot,
  args,
  status,
}: Cycle<NodeResourcesFitArgs>): Pick<PreparedFilter, 'filter' | 'filterRows'> {
  const { allowedPods, podCount } = snapshot;
  const demands = demandsOf(pod.requests, snapshot, args);
  const verdict = (row: number): StatusId => {
    const reasons = (podCount[row] ?? 0) + 1 > (allowedPods[row] ?? 0) ? [TOO_MANY_PODS] : [];
    let unresolvable = false;
    for (const demand of demands) {
      const lack = lackOf(demand, row);
      if (lack === Lack.None) continue;
      reasons.push(`Insufficient ${demand.amount.name}`);
      unresolvable ||= lack === Lack.Capacity;
    }
    return status(unresolvable ? 'UnschedulableAndUnresolvable' : 'Unschedulable', ...reasons);
  };
  const remember = rememberedVerdicts(verdict);
  const filter = (row: number): StatusId => {
    let signature = (podCount[row] ?? 0) + 1 > (allowedPods[row] ?? 0) ? 1 : 0;
    let digit = 2;
    for (const demand of demands) {
      signature += digit * lackOf(demand, row);
      digit *= 3;
    }
    return signature === 0 ? 0 : remember(signature, row);
  };
  if (demands.length > MOST_DEMANDS) return { filter };
  // Demand by demand, so that each loop reads the arrays of one resource.
  const filterRows = (rows: Uint32Array, into: Uint32Array): void => {
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      into[at] = (podCount[row] ?? 0) + 1 > (allowedPods[row] ?? 0) ? 1 : 0;
    }
    let digit = 2;
    for (const demand of demands) {
      addLacks(demand, rows, { into, digit });
      digit *= 3;
    }
    for (let at = 0; at < rows.length; at += 1) {
      const signature = into[at] ?? 0;
      if (signature !== 0) into[at] = remember(signature, rows[at] ?? 0);
    }
  };
  return { filter, filterRows };
}

/** Adds what each row lacks of one resource to its signature. */
function addLacks(
  demand: Demand,
  rows: Uint32Array,
  { into, digit }: { readonly into: Uint32Array; readonly digit: number },
): void {
  const { amount, column } = demand;
  const asked = amount.amount;
  const { values: capacities } = column?.allocatable ?? {};
  const { values: requested } = column?.requested ?? {};
  const isPlain = capacities !== undefined && requested !== undefined && isFast(amount);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if (isPlain) {
      const capacity = capacities[row] ?? 0;
      if (capacity <= LARGEST_FAST_AMOUNT && asked <= capacity - (requested[row] ?? 0)) continue;
    }
    into[at] = (into[at] ?? 0) + digit * lackOf(demand, row);
  }
}

/** Verdicts by what is lacking, so that reasons are put into words once for a pod and not once for a node. */
function rememberedVerdicts(verdict: (row: number) => StatusId): (signature: number, row: number) => StatusId {
  const known = new Map<number, StatusId>();
  return (signature, row) => {
    if (!Number.isSafeInteger(signature)) return verdict(row);
    const before = known.get(signature);
    if (before !== undefined) return before;
    const status = verdict(row);
    known.set(signature, status);
    return status;
  };
}

/** What is really asked for: no zeros, and no extended resource that the args ignore. */
function demandsOf(
  requests: readonly Amount[],
  snapshot: ReadableSnapshot,
  args: NodeResourcesFitArgs,
): readonly Demand[] {
  const counted = requests.filter((amount) => isCounted(amount, args));
  const rank = ({ name }: Amount): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return counted
    .sort((a, b) => rank(a) - rank(b))
    .map((amount) => ({ amount, column: snapshot.resource(amount.name) }));
}

function isCounted(
  { name, amount }: Amount,
  { ignoredResources, ignoredResourceGroups }: NodeResourcesFitArgs,
): boolean {
  if (FIRST.includes(name)) return amount > 0;
  if (amount === 0) return false;
  if (!isExtendedResource(name)) return true;
  return !ignoredResources?.includes(name) && !ignoredResourceGroups?.includes(name.slice(0, name.indexOf('/')));
}

function lackOf({ amount, column }: Demand, row: number): Lack {
  if (column === undefined) return amount.amount > 0 ? Lack.Capacity : Lack.None;
  const capacity = column.allocatable.values[row] ?? 0;
  const requested = column.requested.values[row] ?? 0;
  // Where only what others hold is beyond that, there is no room either way.
  if (capacity > LARGEST_FAST_AMOUNT || !isFast(amount)) return exactLack({ amount, column }, row);
  if (amount.amount <= capacity - requested) return Lack.None;
  return amount.amount > capacity ? Lack.Capacity : Lack.Requested;
}

/** The same beyond what doubles hold. */
function exactLack({ amount, column }: { amount: Amount; column: ResourceColumn }, row: number): Lack {
  const capacity = column.allocatable.at(row);
  if (amount.exact <= BigInt.asIntN(64, capacity - column.requested.at(row))) return Lack.None;
  return amount.exact > capacity ? Lack.Capacity : Lack.Requested;
}
