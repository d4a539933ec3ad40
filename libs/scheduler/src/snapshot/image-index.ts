import type { Node } from '../objects.js';

/** An image as the cluster knows it. The size is the one on the node that was added first, for all nodes. */
export interface ImageState {
  readonly sizeBytes: number;
  readonly rows: ReadonlySet<number>;
}

/** Which nodes have which image. As kube-scheduler v1.34 cache.addNodeImageStates. */
export class ImageIndex {
  #images: Map<string, { sizeBytes: number; rows: Set<number> }>;
  #shared = false;

  constructor(images = new Map<string, { sizeBytes: number; rows: Set<number> }>()) {
    this.#images = images;
  }

  get(name: string): ImageState | undefined {
    return this.#images.get(name);
  }

  addNode(node: Node, row: number): void {
    const images = node.status?.images;
    if (!images?.length) return;
    this.#own();
    for (const { names, sizeBytes = 0 } of images) {
      for (const name of names ?? []) {
        const known = this.#images.get(name);
        if (known === undefined) this.#images.set(name, { sizeBytes, rows: new Set([row]) });
        else known.rows.add(row);
      }
    }
  }

  /** Both share the index until one of them gets a node with images. */
  fork(): ImageIndex {
    const copy = new ImageIndex(this.#images);
    this.#shared = true;
    copy.#shared = true;
    return copy;
  }

  #own(): void {
    if (!this.#shared) return;
    this.#images = new Map([...this.#images].map(([name, { sizeBytes, rows }]) => [name, { sizeBytes, rows: new Set(rows) }]));
    this.#shared = false;
  }
}
