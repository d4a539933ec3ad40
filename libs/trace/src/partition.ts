import { NO_DOMAIN, type Domains } from '#scheduler';
import { ByteWriter, TraceFormatError, type ByteReader } from './bytes/index.js';
import type { Hash } from './handed-in.js';

/** What the values of a column are for: each for one row, one for all rows, or each for a domain. */
export interface Partition {
  /** Null: a value for every row. */
  readonly domains: Domains | null;
  /** How many values a column has. */
  readonly size: number;
  /** Content address of what `writeDomains` writes; null for the two that need none. */
  readonly digest: Uint8Array | null;
  /** A column that says 0 everywhere, as most do: one for all classes, never written to. */
  readonly zeros: Uint8Array;
}

const label = 'berth.partition/1\0';

/** The partitions of one node set: one object for equal ones of any origin. */
export class PartitionTable {
  /** A value for every row. */
  readonly rows: Partition;
  /** One value for all rows. */
  readonly whole: Partition & { readonly domains: Domains };
  readonly #known = new WeakMap<Domains, Partition>();
  readonly #byContent = new Map<string, Partition>();

  constructor(
    private readonly hash: Hash,
    private readonly nodeCount: number,
  ) {
    this.rows = partitionOf(null, nodeCount, null);
    this.whole = partitionOf(wholeOf(nodeCount), 1, null);
  }

  /** @throws RangeError when these are not domains of all the rows. */
  of(domains: Domains | null): Partition {
    if (domains === null) return this.rows;
    const known = this.#known.get(domains);
    if (known !== undefined) return known;
    const found = this.#find(domains);
    this.#known.set(domains, found);
    return found;
  }

  #find(domains: Domains): Partition {
    if (domains.of.length !== this.nodeCount)
      throw new RangeError(`domains of ${domains.of.length} rows for a node set of ${this.nodeCount}`);
    if (domains.firstRows.length === 1 && domains.of.every((domain) => domain === 0)) return this.whole;
    const writer = new ByteWriter();
    for (let at = 0; at < label.length; at++) writer.byte(label.charCodeAt(at));
    writeDomains(writer, domains);
    const digest = this.hash(writer.view());
    const key = digest.join();
    const found = this.#byContent.get(key) ?? partitionOf(domains, domains.firstRows.length, digest);
    this.#byContent.set(key, found);
    return found;
  }
}

function partitionOf<Of extends Domains | null>(
  domains: Of,
  size: number,
  digest: Uint8Array | null,
): Partition & { readonly domains: Of } {
  return { domains, size, digest, zeros: new Uint8Array(size) };
}

/** All rows in one domain. */
export function wholeOf(nodeCount: number): Domains {
  return { of: new Uint32Array(nodeCount), firstRows: new Uint32Array(1) };
}

/**
 * For every row 0 when it is in no domain, else one more than the number of its domain. Partition digests
 * and chunks share this form.
 */
export function writeDomains(writer: ByteWriter, { of, firstRows }: Domains): void {
  let next = 0;
  for (const domain of of) {
    if (domain !== NO_DOMAIN && domain > next)
      throw new RangeError('domains are not numbered in the order of their first rows');
    if (domain === next) next++;
    writer.varint(domain === NO_DOMAIN ? 0 : domain + 1);
  }
  if (next !== firstRows.length) throw new RangeError(`${firstRows.length} domains, of which ${next} have rows`);
}

/** What `writeDomains` wrote. */
export function readDomains(reader: ByteReader, nodeCount: number): Domains {
  const of = new Uint32Array(nodeCount);
  const firstRows: number[] = [];
  for (let row = 0; row < nodeCount; row++) {
    const number = reader.varint();
    if (number > firstRows.length + 1)
      throw new TraceFormatError('domains are not numbered in the order of their first rows');
    if (number > firstRows.length) firstRows.push(row);
    of[row] = number === 0 ? NO_DOMAIN : number - 1;
  }
  return { of, firstRows: Uint32Array.from(firstRows) };
}
