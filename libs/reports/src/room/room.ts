import type { ClusterInMemory } from '#state';
import type { Shape } from './shapes.js';

type Snapshot = ClusterInMemory['snapshot'];

/** What nodes have left. */
export class Room {
  constructor(private readonly snapshot: Snapshot) {}

  get nodes(): number {
    return this.snapshot.nodeCount;
  }

  /** Below 0 where more is promised than is there. */
  free(resource: string, row: number): number {
    const column = this.snapshot.resource(resource);
    return (column?.allocatable.values[row] ?? 0) - (column?.requested.values[row] ?? 0);
  }

  allocatable(resource: string, row: number): number {
    return this.snapshot.resource(resource)?.allocatable.values[row] ?? 0;
  }

  /** How many pods of a shape fit on a node by its resources and the number of pods. */
  copies(shape: Shape, row: number): number {
    let most = (this.snapshot.allowedPods[row] ?? 0) - (this.snapshot.podCount[row] ?? 0);
    for (const [resource, amount] of shape) most = Math.min(most, Math.floor(this.free(resource, row) / amount));
    return Math.max(0, most);
  }
}
