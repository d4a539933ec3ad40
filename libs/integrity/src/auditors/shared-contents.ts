import type { Transaction } from '#database';
import { decodeNodeSet, storedBaseDigest, TraceFormatError, type BaseOf, type Hash } from '#trace';
import { brotli, readBases } from '#audit';
import { readContents } from './evidence.queries.js';
import type { Findings } from './findings.js';

/** So many bases are cached: those that were used last. */
const KEPT_BASES = 64;

/** What trace chunks refer to by content: the node sets of a cluster and how many nodes each has, and its bases. */
export class SharedContents {
  readonly #nodeSets = new Map<string, number>();
  readonly #bases = new Map<string, Buffer>();

  private constructor(
    private readonly tx: Transaction,
    private readonly clusterId: string,
  ) {}

  /** Looks at all of them: each is what its digest says. */
  static async check(
    tx: Transaction,
    clusterId: string,
    { hash, findings }: { readonly hash: Hash; readonly findings: Findings },
  ): Promise<SharedContents> {
    const contents = new SharedContents(tx, clusterId);
    const fault = (table: string, digest: Buffer, message: string): void => {
      findings.add({ cluster: clusterId, table, message: `${digest.toString('hex')} ${message}` });
    };
    for await (const rows of readContents(tx, clusterId, 'node_sets')) {
      for (const { digest, body } of rows) {
        findings.checked++;
        const nodes = readable(() => decodeNodeSet(body).length);
        if (!digest.equals(hash(body)) || nodes === undefined)
          fault('node_sets', digest, 'is not the digest of what it stands with');
        else contents.#nodeSets.set(digest.toString('hex'), nodes);
      }
    }
    for await (const rows of readContents(tx, clusterId, 'trace_bases')) {
      for (const { digest, body } of rows) {
        findings.checked++;
        const actual = readable(() => storedBaseDigest(hash, body, brotli));
        if (actual === undefined || !digest.equals(actual))
          fault('trace_bases', digest, 'is not the digest of what it stands with');
      }
    }
    return contents;
  }

  /** How many nodes a node set has; undefined when it is not there as it was. */
  nodesOf(digest: Uint8Array): number | undefined {
    return this.#nodeSets.get(Buffer.from(digest).toString('hex'));
  }

  /** The bodies of these bases. */
  async basesOf(digests: readonly Uint8Array[]): Promise<BaseOf> {
    const keys = digests.map((digest) => Buffer.from(digest).toString('hex'));
    const missing = digests.filter((_, at) => !this.#bases.has(keys[at] ?? ''));
    const read = await readBases(this.tx, this.clusterId, missing);
    for (const digest of missing) {
      const body = read(digest);
      if (body !== undefined) this.#bases.set(Buffer.from(digest).toString('hex'), Buffer.from(body));
    }
    const found = new Map(
      keys.flatMap((key) => {
        const body = this.#bases.get(key);
        return body === undefined ? [] : [[key, body] as const];
      }),
    );
    for (const [oldest] of this.#bases) {
      if (this.#bases.size <= KEPT_BASES) break;
      this.#bases.delete(oldest);
    }
    return (digest) => found.get(Buffer.from(digest).toString('hex'));
  }
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof TraceFormatError) return undefined;
    throw error;
  }
}
