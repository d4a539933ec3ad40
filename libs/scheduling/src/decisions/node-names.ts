import { readNodeSets } from '#audit';
import type { Transaction } from '#database';
import { decodeNodeSet } from '#trace';

/** Names that are cached, all node sets together: with what is around each, some 20 MB. */
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
    const [names = []] = (await this.ofMany(tx, clusterId, [digest])).values();
    return names;
  }

  /** The same of several, by their digests in hexadecimal; what is not known is read in one statement. */
  async ofMany(
    tx: Transaction,
    clusterId: string,
    digests: readonly Uint8Array[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const wanted = new Map(digests.map((bytes) => [Buffer.from(bytes).toString('hex'), bytes]));
    const unknown = [...wanted]
      .filter(([digest]) => !this.#known.has(`${clusterId} ${digest}`))
      .map(([, bytes]) => bytes);
    const read = unknown.length === 0 ? new Map<string, Buffer>() : await readNodeSets(tx, clusterId, unknown);
    const found = new Map<string, readonly string[]>();
    for (const digest of wanted.keys()) {
      const body = read.get(digest);
      const known = this.#known.get(`${clusterId} ${digest}`);
      found.set(digest, body === undefined ? (known ?? []) : decodeNodeSet(body).map(({ name }) => name));
    }
    for (const [digest, names] of found) this.#remember(`${clusterId} ${digest}`, names);
    return found;
  }

  #remember(key: string, names: readonly string[]): void {
    this.#forget(key);
    this.#known.set(key, names);
    this.#count += names.length;
    for (const oldest of this.#known.keys()) {
      if (this.#count <= MOST_NAMES || oldest === key) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#count -= this.#known.get(key)?.length ?? 0;
    this.#known.delete(key);
  }
}
