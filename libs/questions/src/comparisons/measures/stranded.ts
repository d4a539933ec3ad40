import type { ReadableSnapshot } from '#scheduler';

/** What a pod asks for, by resource: cpu in thousandths, the rest in units or bytes. */
export type Request = ReadonlyMap<string, number>;

/**
 * Of a resource, what is free on nodes that fit no more pods that ask for it: not one of the given requests
 * fits there, for lack of this resource or of another one.
 */
export function strandedOf(snapshot: ReadableSnapshot, resource: string, requests: readonly Request[]): number {
  const asking = smallest(requests.filter((request) => (request.get(resource) ?? 0) > 0));
  if (asking.length === 0) return 0;
  let stranded = 0;
  for (let row = 0; row < snapshot.nodeCount; row++) {
    const free = freeOf(snapshot, resource, row);
    if (free > 0 && !asking.some((request) => hasRoom(snapshot, row, request))) stranded += free;
  }
  return stranded;
}

/** What a node has left of a resource; below 0 where more is promised than is there. */
export function freeOf(snapshot: ReadableSnapshot, resource: string, row: number): number {
  const column = snapshot.resource(resource);
  return (column?.allocatable.values[row] ?? 0) - (column?.requested.values[row] ?? 0);
}

function hasRoom(snapshot: ReadableSnapshot, row: number, request: Request): boolean {
  if ((snapshot.podCount[row] ?? 0) >= (snapshot.allowedPods[row] ?? 0)) return false;
  for (const [resource, amount] of request) if (freeOf(snapshot, resource, row) < amount) return false;
  return true;
}

/** Without those that ask for at least as much of everything as another one: where these fit, that one fits too. */
function smallest(requests: readonly Request[]): readonly Request[] {
  const kept: Request[] = [];
  for (const request of [...requests].sort((a, b) => total(a) - total(b)))
    if (!kept.some((other) => isWithin(other, request))) kept.push(request);
  return kept;
}

function isWithin(small: Request, large: Request): boolean {
  return [...small].every(([resource, amount]) => amount <= (large.get(resource) ?? 0));
}

/** A request that is within another one has no larger sum. */
function total(request: Request): number {
  return [...request.values()].reduce((sum, amount) => sum + amount, 0);
}
