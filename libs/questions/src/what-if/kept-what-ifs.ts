import { brotli, type Decision } from '#audit';
import { hasWholeSight, sightOf } from '#access';
import { findCluster } from '#cluster';
import { ok, read, refuse, type Outcome } from '#requests';
import type { Caller, Database } from '#database';
import { decodeNodeSet, openChunk } from '#trace';
import { sightKey } from '../visible/index.js';
import { viewOf, type TraceRequest, type TraceView } from '#scheduling';
import type { WhatIf, WhatIfRecord } from './what-if-record.js';

/** How long an answer can be read again. */
export const KEPT_MS = 3_600_000;

/** What all of them take at most, by estimate. */
const MOST_BYTES = 64 * 2 ** 20;

/** A decision with its rejections, roughly. */
const DECISION_BYTES = 1_500;

interface Kept extends WhatIfRecord {
  readonly until: number;
  readonly bytes: number;
}

/** A page of decisions, in the order in which they were made. */
export interface WhatIfDecisions {
  readonly items: readonly Decision[];
  /** Where the next page begins; null when this is the last. */
  readonly next: number | null;
}

/**
 * Answers of this process, with their evidence: in memory, for an hour, and within a bound on their size. What was
 * asked first goes first; the last answer stays.
 */
export class KeptWhatIfs {
  readonly #kept = new Map<string, Kept>();

  constructor(
    private readonly database: Database,
    private readonly options: { readonly now?: () => number; readonly mostBytes?: number } = {},
  ) {}

  keep(record: WhatIfRecord): WhatIf {
    const { id } = record.answer;
    this.#kept.set(id, { ...record, until: this.#now() + KEPT_MS, bytes: bytesOf(record) });
    this.#makeRoom(id);
    return record.answer;
  }

  async get(caller: Caller, cluster: string, id: string): Promise<Outcome<WhatIf>> {
    const found = await this.#find(caller, cluster, id);
    return found.refused ? found : ok(found.value.answer);
  }

  async decisions(
    caller: Caller,
    cluster: string,
    { id, offset, pageSize }: { readonly id: string; readonly offset: number; readonly pageSize: number },
  ): Promise<Outcome<WhatIfDecisions>> {
    const found = await this.#find(caller, cluster, id);
    if (found.refused) return found;
    const { decisions } = found.value;
    const end = offset + pageSize;
    return ok({ items: decisions.slice(offset, end), next: end < decisions.length ? end : null });
  }

  async trace(
    caller: Caller,
    cluster: string,
    { id, decision, ...request }: TraceRequest & { readonly id: string; readonly decision: string },
  ): Promise<Outcome<TraceView>> {
    const found = await this.#find(caller, cluster, id);
    if (found.refused) return found;
    const { decisions, traces, parts } = found.value;
    const at = decisions.findIndex((one) => one.id === decision);
    const made = decisions[at];
    if (made === undefined) return refuse({ kind: 'DecisionNotFound', decision });
    const place = traces[at];
    const part = place ? parts[place.part] : undefined;
    const chunk = part?.chunks.find((one) => one.chunk === place?.chunk);
    if (!place || part === undefined || chunk === undefined) {
      const reason =
        made.traceDigest === null
          ? `a pod that is ${made.outcome} before filtering has no trace`
          : 'the what-if was asked without traces';
      return refuse({ kind: 'TraceNotStored', decision, reason });
    }
    const trace = openChunk(chunk.body, brotli).trace(place.index);
    const nodeNames = decodeNodeSet(part.nodeSet).map(({ name }) => name);
    return ok({ decision: made, ...viewOf({ decision: made, trace, nodeNames }, request) });
  }

  /** Of the caller's cluster, under any of its names: a what-if of another cluster is not found. */
  async #find(caller: Caller, cluster: string, id: string): Promise<Outcome<Kept>> {
    const row = await read(this.database, caller, (tx) => findCluster(tx, cluster, 'inSight'));
    if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
    const kept = this.#kept.get(id);
    const sight = sightOf(row);
    const isSeen = hasWholeSight(sight) || kept?.seen === sightKey(sight);
    const isThere = kept !== undefined && isSeen && kept.answer.cluster === row.id && kept.until > this.#now();
    return isThere ? ok(kept) : refuse({ kind: 'WhatIfNotFound', whatIf: id });
  }

  #makeRoom(last: string): void {
    const { mostBytes = MOST_BYTES } = this.options;
    const now = this.#now();
    let bytes = [...this.#kept.values()].reduce((sum, kept) => sum + kept.bytes, 0);
    for (const [id, kept] of this.#kept) {
      if (id === last || (bytes <= mostBytes && kept.until > now)) continue;
      bytes -= kept.bytes;
      this.#kept.delete(id);
    }
  }

  #now(): number {
    return (this.options.now ?? Date.now)();
  }
}

function bytesOf({ decisions, parts }: WhatIfRecord): number {
  const evidence = parts.flatMap(({ chunks, nodeSet }) => [nodeSet.length, ...chunks.map(({ body }) => body.length)]);
  return decisions.length * DECISION_BYTES + evidence.reduce((sum, bytes) => sum + bytes, 0);
}
