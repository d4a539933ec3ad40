import { MODEL_LABEL, RESOURCE, type NamedNode } from './cluster.js';
import type { Fragmentation, GpuSharing, GpuSharingArgs, NodeDevices } from './gpu-sharing.js';
import { gpuOf, type TracePod } from './trace.js';

/** The devices of all nodes, and what of them is taken and of no use; in thousandths of a GPU. */
export class Devices {
  allocated = 0;
  fragmented = 0;
  readonly #nodes: readonly NodeDevices[];
  readonly #fragmented: number[];
  readonly #classes: readonly unknown[];

  readonly #args: GpuSharingArgs;

  constructor(
    { nodes, args }: { readonly nodes: readonly NamedNode[]; readonly args: GpuSharingArgs },
    private readonly gpuSharing: GpuSharing & Fragmentation,
  ) {
    this.#args = args;
    this.#classes = gpuSharing.typicalClasses(args.workload);
    this.#nodes = nodes.map(({ name, cpu, gpus, model }) =>
      gpuSharing.nodeState.create(
        { metadata: { name, labels: { [MODEL_LABEL]: model } }, allocatable: { cpu, [RESOURCE]: gpus * 1000 } },
        args,
      ),
    );
    this.#fragmented = this.#nodes.map((node) => gpuSharing.fragmentation(node, this.#classes));
    this.fragmented = this.#fragmented.reduce((sum, one) => sum + one, 0);
  }

  of(row: number): NodeDevices {
    const node = this.#nodes[row];
    if (node === undefined) throw new RangeError(`there is no row ${row}`);
    return node;
  }

  /** The pod came to the row. */
  take(row: number, pod: TracePod): void {
    const node = this.of(row);
    this.gpuSharing.nodeState.add(node, { requests: { cpu: pod.cpu, [RESOURCE]: gpuOf(pod) } }, this.#args);
    this.allocated += gpuOf(pod);
    const fragmented = this.gpuSharing.fragmentation(node, this.#classes);
    this.fragmented += fragmented - (this.#fragmented[row] ?? 0);
    this.#fragmented[row] = fragmented;
  }
}
