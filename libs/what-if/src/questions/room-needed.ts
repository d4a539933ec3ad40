import { IncomingPod, PODS, Snapshot, type Pod, type Profile, type ReadableSnapshot } from '#scheduler';
import type { Mix } from './cheapest-mix.js';
import { addNewNode, type NewNode } from './new-node.js';

/** Those that no profile can ignore. */
const COUNTED = ['cpu', 'memory', 'ephemeral-storage'] as const;

/** What a search for room starts from. */
export interface RoomInput {
  readonly pods: readonly Pod[];
  readonly shapes: readonly NewNode[];
  readonly profileOf: (pod: Pod) => Profile;
}

/**
 * What a mix must have at least: what the pods request, less all that is free on nodes that are there, whether a pod
 * can have it or not. Nothing, where a profile does not count.
 */
export class RoomNeeded {
  readonly #needed = new Map<string, bigint>();
  readonly #shapes = new Snapshot();

  constructor(snapshot: ReadableSnapshot, { pods, shapes, profileOf }: RoomInput) {
    for (const shape of shapes) addNewNode(this.#shapes, shape);
    if (!pods.every((pod) => counts(profileOf(pod)))) return;
    for (const pod of pods) {
      this.#add(PODS, 1n);
      for (const { name, exact } of new IncomingPod(pod).requests) this.#add(name, exact);
    }
    for (const resource of [...COUNTED, PODS])
      for (let row = 0; row < snapshot.nodeCount; row += 1) this.#add(resource, -freeOn(snapshot, row, resource));
  }

  /** What has to be added in price before there could be room; infinite where no shape has what is needed. */
  lacks(mix: Mix, prices: readonly number[]): number {
    const most = Math.max(...[...COUNTED, PODS].map((resource) => this.#lacksOf(resource, mix, prices)));
    // Rounded down: a mix is never taken for dearer than it is.
    return most > 0 ? Math.max(Number.MIN_VALUE, most * (1 - 1e-9)) : 0;
  }

  #lacksOf(resource: string, mix: Mix, prices: readonly number[]): number {
    const ofShape = prices.map((_, shape) => Number(freeOn(this.#shapes, shape, resource)));
    const room = mix.reduce((sum, count, shape) => sum + count * (ofShape[shape] ?? 0), 0);
    const missing = Number(this.#needed.get(resource) ?? 0n) - room;
    if (missing <= 0) return 0;
    // For free shapes too something is lacking, though it costs nothing.
    return Math.min(
      ...ofShape.map((amount, shape) => (amount > 0 ? ((prices[shape] ?? 0) * missing) / amount : Infinity)),
    );
  }

  #add(resource: string, amount: bigint): void {
    this.#needed.set(resource, (this.#needed.get(resource) ?? 0n) + amount);
  }
}

function counts({ points }: Profile): boolean {
  return points.filter.some(({ plugin }) => plugin.name === 'NodeResourcesFit');
}

/** What is free of a resource; nothing where more is taken than there is. */
function freeOn(snapshot: ReadableSnapshot, row: number, resource: string): bigint {
  const account = snapshot.resource(resource);
  const free =
    resource === PODS
      ? BigInt(Math.trunc((snapshot.allowedPods[row] ?? 0) - (snapshot.podCount[row] ?? 0)))
      : (account?.allocatable.at(row) ?? 0n) - (account?.requested.at(row) ?? 0n);
  return free > 0n ? free : 0n;
}
