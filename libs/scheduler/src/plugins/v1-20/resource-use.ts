import { ownField } from '#json';
import { requireQuantity, value } from '#apimachinery';
import type { Cycle } from '../../plugin.js';
import {
  amountOf,
  ASSUMED_REQUESTS,
  isFast,
  LARGEST_FAST_AMOUNT,
  podRequests,
  requestAmount,
  type Amount,
} from '../../resources/index.js';
import type { ResourceColumn } from '../../snapshot/index.js';

/** What a node's pods and the incoming one ask for of a resource, and what the node can give. */
export interface ResourceUse {
  readonly requested: number;
  readonly capacity: number;
}

/** Reads it of a row. The object is the reader's own, and another row's with the next call. */
export type ReadUse = (row: number) => ResourceUse;

const NOTHING: ResourceUse = Object.freeze({ requested: 0, capacity: 0 });

/**
 * Cpu and memory of containers without requests count as assumed. The incoming pod's overhead is added in whole units,
 * also of cpu, where the unit is the thousandth: 250m adds 1. As kube-scheduler v1.20 calculatePodResourceRequest.
 */
export function resourceUse({ pod: { pod }, snapshot }: Cycle, name: string): ReadUse {
  const column = snapshot.resource(name);
  if (column === undefined) return () => NOTHING;
  const { overhead, ...spec } = pod.spec ?? {};
  const requests = podRequests({ ...pod, spec }, { useStatus: false, podLevel: false, assumed: ASSUMED_REQUESTS });
  const own = requestAmount(name, requests.get(name));
  const added = ownField(overhead, name);
  const extra = added === undefined ? 0n : value(requireQuantity(added));
  return reader(column, amountOf(name, own.exact + extra));
}

function reader({ allocatable, nonZeroRequested }: ResourceColumn, own: Amount): ReadUse {
  const use = { requested: 0, capacity: 0 };
  return (row) => {
    const requested = nonZeroRequested.values[row] ?? 0;
    use.capacity = allocatable.values[row] ?? 0;
    use.requested =
      requested <= LARGEST_FAST_AMOUNT && isFast(own)
        ? requested + own.amount
        : Number(BigInt.asIntN(64, nonZeroRequested.at(row) + own.exact));
    return use;
  };
}

/** Up to here, 100 times an amount is an exact double. */
const LARGEST_FAST_SHARE = Math.floor(Number.MAX_SAFE_INTEGER / 100);

/** How many hundredths of the whole a part is, cut towards 0; in int64, as Go, where doubles do not do. */
export function hundredths(part: number, whole: number): number {
  if (part <= LARGEST_FAST_SHARE) return Math.trunc((part * 100) / whole);
  return Number(BigInt.asIntN(64, BigInt(part) * 100n) / BigInt(whole));
}
