import type { Transaction } from '#database';
import type { LogPart } from './log-parts.queries.js';
import { LocationBlock, type Location } from './locations.js';

/** Blocks of locations in memory at a time. */
const MOST = 64;

/** The locations of a cluster's decisions by their numbers, as they are asked for. */
export class Locations {
  readonly #blocks = new Map<number, LocationBlock>();

  constructor(
    private readonly tx: Transaction,
    private readonly clusterId: string,
    private readonly blockSize: number,
  ) {}

  /** Where the decision with this number is, and the number that its part begins with. */
  async of(number: number): Promise<Location & { readonly begin: number }> {
    const block = Math.floor(number / this.blockSize);
    const location = (await this.#block(block)).at(number % this.blockSize);
    return { ...location, begin: number - (location.ordinal - location.partFirst) };
  }

  /** The number that a part begins with; undefined where it has none. */
  async beginOf({ run, first, at }: LogPart): Promise<number | undefined> {
    const rows = await this.tx.query<{ block: string }>(
      'SELECT block FROM decision_places WHERE cluster_id = $1 AND until >= $2 AND since <= $2 ORDER BY block',
      [this.clusterId, at],
    );
    for (const { block } of rows) {
      const begin = (await this.#block(Number(block))).beginOf({ run, partFirst: first });
      if (begin !== undefined) return Number(block) * this.blockSize + begin;
    }
    return undefined;
  }

  /** Between which numbers everything of a stretch of time is: `since` inclusive, `until` exclusive. */
  async bounds({
    since,
    until,
  }: {
    readonly since?: Date;
    readonly until?: Date;
  }): Promise<{ readonly low: number; readonly high: number }> {
    if (since === undefined && until === undefined) return { low: 0, high: Infinity };
    const [row] = await this.tx.query<{ low: string | null; high: string | null }>(
      `SELECT min(block) FILTER (WHERE until >= coalesce($2::timestamptz, '-infinity')) AS low,
         max(block) FILTER (WHERE since < coalesce($3::timestamptz, 'infinity')) AS high
       FROM decision_places WHERE cluster_id = $1`,
      [this.clusterId, since ?? null, until ?? null],
    );
    if (row?.low == null || row.high == null) return { low: 0, high: 0 };
    return { low: Number(row.low) * this.blockSize, high: (Number(row.high) + 1) * this.blockSize };
  }

  async #block(block: number): Promise<LocationBlock> {
    let known = this.#blocks.get(block);
    if (known !== undefined) return known;
    const [row] = await this.tx.query<{ places: Buffer }>(
      'SELECT places FROM decision_places WHERE cluster_id = $1 AND block = $2',
      [this.clusterId, block],
    );
    if (row === undefined) throw new Error(`cluster ${this.clusterId}: no locations of block ${block}`);
    known = new LocationBlock(row.places);
    if (this.#blocks.size >= MOST) this.#blocks.clear();
    this.#blocks.set(block, known);
    return known;
  }
}
