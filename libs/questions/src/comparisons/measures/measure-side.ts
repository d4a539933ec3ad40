import { quantityOf } from '#explain';
import type { ReadableSnapshot } from '#scheduler';
import { rounded, spreadOf, type Spread } from './spread.js';
import { strandedOf, type Request } from './stranded.js';

/** A resource of all nodes together. */
export interface ResourceMeasures {
  readonly resource: string;
  /** As quantities. */
  readonly allocatable: string;
  readonly requested: string;
  /** The share of it that is requested, from 0 to 1 and beyond. */
  readonly utilization: number;
  /** The same of each node that has any. */
  readonly nodes: Spread;
  /** What is free where no compared pod that asks for it fits any more: a quantity, and its share of all there is. */
  readonly stranded: string;
  readonly strandedShare: number;
}

/** What a side came to. */
export interface SideMeasures {
  /** Pods by outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Nodes with a pod on them. */
  readonly nodesUsed: number;
  readonly nodes: number;
  readonly resources: readonly ResourceMeasures[];
}

/** How full a snapshot is; `requests` are those of the compared pods, each once. */
export function measureSnapshot(
  snapshot: ReadableSnapshot,
  requests: readonly Request[],
): Omit<SideMeasures, 'outcomes'> {
  const rows = Array.from({ length: snapshot.nodeCount }, (_, row) => row);
  return {
    nodesUsed: rows.filter((row) => (snapshot.podCount[row] ?? 0) > 0).length,
    nodes: rows.length,
    resources: [...snapshot.resources.keys()].flatMap((resource) => {
      const measured = measureResource(snapshot, resource, requests);
      return measured === undefined ? [] : [measured];
    }),
  };
}

/** Undefined where no node has any. */
function measureResource(
  snapshot: ReadableSnapshot,
  resource: string,
  requests: readonly Request[],
): ResourceMeasures | undefined {
  const { allocatable, requested } = snapshot.resource(resource) ?? {};
  if (allocatable === undefined || requested === undefined) return undefined;
  let [given, asked] = [0n, 0n];
  const shares: number[] = [];
  for (let row = 0; row < snapshot.nodeCount; row++) {
    given += allocatable.at(row);
    asked += requested.at(row);
    const has = allocatable.values[row] ?? 0;
    if (has > 0) shares.push((requested.values[row] ?? 0) / has);
  }
  if (given === 0n) return undefined;
  const stranded = strandedOf(snapshot, resource, requests);
  return {
    resource,
    allocatable: quantityOf(resource, given),
    requested: quantityOf(resource, asked),
    utilization: rounded(Number(asked) / Number(given)),
    nodes: spreadOf(shares),
    stranded: quantityOf(resource, BigInt(stranded)),
    strandedShare: rounded(stranded / Number(given)),
  };
}
