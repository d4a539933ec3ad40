/** What may happen. A pod that is bound was on no node, and requests the same as before. */
export const USAGE = { podComes: 0, podGoes: 1, podIsBound: 2, nodeComes: 3, nodeGoes: 4 } as const;

/** In place of a node of pods that are on none. */
export const NO_NODE = -1;

/** Nodes and amounts are the numbers of tables. */
export interface UsageEvent {
  readonly what: number;
  readonly node: number;
  readonly amounts: number;
}

/** Events of a block; 16 bytes each. */
const BLOCK = 2 ** 14;
const EVENT_BYTES = 16;

interface Block {
  readonly positions: Float64Array;
  /** Eight times the amounts, and what happened. */
  readonly what: Int32Array;
  readonly nodes: Int32Array;
}

/** Events in the order of a log, as columns. They are appended; none changes. */
export class UsageEvents {
  #blocks: Block[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get bytes(): number {
    return this.#blocks.length * BLOCK * EVENT_BYTES;
  }

  add(position: number, { what, node, amounts }: UsageEvent): void {
    const at = this.#length % BLOCK;
    if (at === 0)
      this.#blocks.push({
        positions: new Float64Array(BLOCK),
        what: new Int32Array(BLOCK),
        nodes: new Int32Array(BLOCK),
      });
    const block = this.#blocks.at(-1);
    if (block === undefined) return;
    block.positions[at] = position;
    block.what[at] = amounts * 8 + what;
    block.nodes[at] = node;
    this.#length += 1;
  }

  /** Infinite behind the last. */
  positionOf(index: number): number {
    return index < this.#length ? (this.#blocks[Math.floor(index / BLOCK)]?.positions[index % BLOCK] ?? 0) : Infinity;
  }

  at(index: number): UsageEvent {
    const block = this.#blocks[Math.floor(index / BLOCK)];
    const what = block?.what[index % BLOCK] ?? 0;
    return { what: what % 8, node: block?.nodes[index % BLOCK] ?? NO_NODE, amounts: Math.floor(what / 8) };
  }

  clear(): void {
    this.#blocks = [];
    this.#length = 0;
  }
}
