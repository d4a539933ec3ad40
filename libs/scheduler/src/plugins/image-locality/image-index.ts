import type { Node } from '../../objects/index.js';
import type { PluginState, StateDefinition } from '../../snapshot/index.js';

/** An image as the cluster knows it. The size is the one on the node that was added first, for all nodes. */
export interface ImageState {
  readonly sizeBytes: number;
  readonly rows: ReadonlySet<number>;
}

type NodeImages = NonNullable<NonNullable<Node['status']>['images']>;

const NO_IMAGES: NodeImages = Object.freeze([]);

/** Which nodes have which image. As kube-scheduler v1.34 cache.addNodeImageStates. */
export class ImageIndex implements PluginState {
  #byRow: NodeImages[] = [];
  /** Made when first read, for all rows at once, and shared with forks: it is replaced, never changed. */
  #images: ReadonlyMap<string, ImageState> | null = null;

  get(name: string): ImageState | undefined {
    this.#images ??= indexOf(this.#byRow);
    return this.#images.get(name);
  }

  concernsOthers({ status }: Node, row: number): boolean {
    return !sameImages(status?.images ?? NO_IMAGES, this.#byRow[row] ?? NO_IMAGES);
  }

  /** The images of a node, in place of those of the node that was on this row. */
  setNode({ status }: Node, row: number): void {
    const images = status?.images ?? NO_IMAGES;
    const before = this.#byRow[row] ?? NO_IMAGES;
    this.#byRow[row] = images;
    if (!sameImages(images, before)) this.#images = null;
  }

  /** Keeps these rows, in this order, and no other. */
  keepRows(rows: readonly number[]): void {
    this.#byRow = rows.map((row) => this.#byRow[row] ?? NO_IMAGES);
    this.#images = null;
  }

  fork(): ImageIndex {
    const copy = new ImageIndex();
    copy.#byRow = this.#byRow.slice();
    copy.#images = this.#images;
    return copy;
  }
}

function sameImages(a: NodeImages, b: NodeImages): boolean {
  return a === b || (a.length === b.length && JSON.stringify(a) === JSON.stringify(b));
}

function indexOf(byRow: readonly NodeImages[]): ReadonlyMap<string, ImageState> {
  const index = new Map<string, { sizeBytes: number; rows: Set<number> }>();
  for (const [row, images] of byRow.entries()) {
    for (const { names, sizeBytes = 0 } of images) {
      for (const name of names ?? []) {
        const known = index.get(name);
        if (known === undefined) index.set(name, { sizeBytes, rows: new Set([row]) });
        else known.rows.add(row);
      }
    }
  }
  return index;
}

export const IMAGES: StateDefinition<ImageIndex> = Object.freeze({ name: 'Images', create: () => new ImageIndex() });
