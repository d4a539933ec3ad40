import { readNodeSet } from '#audit';
import type { Transaction } from '#database';
import { decodeNodeSet } from '#trace';

/** Names that are kept, all node sets together: with what is around each, some 20 MB. */
const MOST_NAMES = 200_000;

/**
 * The names of the nodes of traces, by row. A node set is found by its content and never changes, and traces that are
 * read one after the other mostly have the same: to read it takes as long as to read the trace.
 */
export class NodeNames {
  /** The one that was used last at the end. */
  readonly #known = new Map<string, readonly string[]>();
  #count = 0;

  /** Of the node set with this digest, which a chunk of the cluster refers to. */
  async of(tx: Transaction, clusterId: string, digest: Uint8Array): Promise<readonly string[]> {
    const key = `${clusterId} ${Buffer.from(digest).toString('hex')}`;
    const known = this.#known.get(key);
    const names = known ?? decodeNodeSet(await readNodeSet(tx, clusterId, digest)).map(({ name }) => name);
    this.#forget(key);
    this.#known.set(key, names);
    this.#count += names.length;
    for (const oldest of this.#known.keys()) {
      if (this.#count <= MOST_NAMES || oldest === key) break;
      this.#forget(oldest);
    }
    return names;
  }

  #forget(key: string): void {
    this.#count -= this.#known.get(key)?.length ?? 0;
    this.#known.delete(key);
  }
}
