import { sees } from '#access';
import { type Transaction } from '#database';
import {
  readDecisions,
  seenDecision,
  type DecisionFilter,
  type DecisionPosition,
  type RevisionBound,
  type StoredDecision,
} from '../decisions/index.js';
import { facetsOfFilter } from './facets.js';
import { readProgress, type IndexProgress } from './index-progress.store.js';
import { INDEX_SHAPE, type IndexShape } from './index-shape.js';
import { Locations } from './location.store.js';
import { archivedUpTo, partOf, type LogPart } from './log-parts.queries.js';
import { numbersDown } from './posting.queries.js';
import type { Span } from './span.js';
import { unindexedDecisions } from './unindexed.queries.js';

/** Decisions of a cluster's log, neither of one run nor of one pod. */
export interface DecisionSearch {
  readonly clusterId: string;
  readonly filter: Omit<DecisionFilter, 'run' | 'pod'>;
  readonly after?: DecisionPosition;
  /** Decisions that are read at once. */
  readonly batch: number;
  readonly shape?: IndexShape;
}

/** A search under way. */
interface Search extends DecisionSearch {
  readonly progress: IndexProgress;
  /** Where it goes on: after this decision of this part. */
  readonly from: { readonly part: LogPart; readonly ordinal: number } | undefined;
}

/**
 * The decisions that a filter leaves, the newest part of the log first and by ordinal inside a part, in batches that
 * are read as they are asked for. What is indexed is found in the index, the rest in the table: nothing is missing,
 * however far the index is. The transaction must see one state throughout.
 */
export async function* findDecisions(tx: Transaction, search: DecisionSearch): AsyncIterable<StoredDecision[]> {
  const { clusterId, after } = search;
  const progress = await readProgress(tx, clusterId);
  const part = after && (await partOf(tx, clusterId, after));
  if (after !== undefined && part === undefined) return;
  const from = after && part && { part, ordinal: after.ordinal };
  const under: Search = { ...search, progress, from };
  if (part === undefined || part.revision > progress.revision) yield* unindexedDecisions(tx, under);
  yield* indexed(tx, under);
}

/** Of one page: the first so many. */
export async function firstDecisions(
  tx: Transaction,
  search: Omit<DecisionSearch, 'batch'>,
  limit: number,
): Promise<StoredDecision[]> {
  const found: StoredDecision[] = [];
  for await (const batch of findDecisions(tx, { ...search, batch: limit })) {
    found.push(...batch);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Decisions of parts that are indexed whole. */
async function* indexed(tx: Transaction, search: Search): AsyncIterable<StoredDecision[]> {
  const { clusterId, filter, progress, from, batch, shape = INDEX_SHAPE } = search;
  const locations = new Locations(tx, clusterId, shape.block);
  const span = behind(spanOf(filter), await archivedUpTo(tx, clusterId));
  const bounds = await locations.bounds(span);
  // A part that is indexed by half was read in the table.
  let high = Math.min(bounds.high, progress.decisions - progress.taken);
  let seen: Seen = { begin: 0, end: 0 };
  if (from !== undefined && from.part.revision <= progress.revision) {
    const begin = await locations.beginOf(from.part);
    if (begin === undefined) return;
    high = Math.min(high, begin + from.part.count);
    seen = { begin, end: begin + from.ordinal - from.part.first + 1 };
  }
  const numbers = numbersDown(tx, clusterId, {
    facets: facetsOfFilter({ ...filter, ...onlyNamespace(filter) }),
    low: bounds.low,
    high,
  });
  let keys: DecisionKeys = [];
  for await (const part of byPart(numbers, { locations, seen })) {
    if (await isWanted(tx, clusterId, { part, span, upTo: filter.upTo })) keys.push(...part);
    for (; keys.length >= batch; keys = keys.slice(batch))
      yield inSightOf(filter, await readDecisions(tx, clusterId, keys.slice(0, batch)));
  }
  if (keys.length > 0) yield inSightOf(filter, await readDecisions(tx, clusterId, keys));
}

/** A visibility may be many namespaces, or all but some: the index is asked for one at most. */
function inSightOf({ sight }: DecisionSearch['filter'], found: StoredDecision[]): StoredDecision[] {
  if (sight === undefined || sight.kind === 'all') return found;
  return found
    .filter(({ decision }) => sees(sight, decision.pod.namespace))
    .map((stored) => ({ ...stored, decision: seenDecision(sight, stored.decision) }));
}

function onlyNamespace({ sight, namespace }: DecisionSearch['filter']): { readonly namespace?: string } {
  const [one, ...others] = sight?.kind === 'only' ? sight.namespaces : [];
  return namespace === undefined && one !== undefined && others.length === 0 ? { namespace: one } : {};
}

type DecisionKeys = Parameters<typeof readDecisions>[2][number][];

/** What was on pages before of the part that a page begins in: from its beginning up to `end`, exclusive. */
interface Seen {
  readonly begin: number;
  readonly end: number;
}

/** The locations of numbers that come downwards, part by part, upwards inside a part. */
async function* byPart(
  numbers: AsyncIterable<number>,
  { locations, seen }: { readonly locations: Locations; readonly seen: Seen },
): AsyncIterable<DecisionKeys> {
  let begin = Infinity;
  let location: (Omit<DecisionKeys[number], 'ordinal'> & { readonly partFirst: number }) | undefined;
  let part: number[] = [];
  const keys = (): DecisionKeys =>
    location === undefined ? [] : part.reverse().map((number) => keyOf(location, number - begin));
  for await (const number of numbers) {
    if (number < begin) {
      if (part.length > 0) yield keys();
      part = [];
      ({ begin, ...location } = await locations.of(number));
    }
    if (number < seen.begin || number >= seen.end) part.push(number);
  }
  if (part.length > 0) yield keys();
}

function keyOf(
  location: { readonly run: string; readonly at: Date; readonly partFirst: number } | undefined,
  index: number,
): DecisionKeys[number] {
  if (location === undefined) throw new Error('a number without a part');
  return { run: location.run, at: location.at, ordinal: location.partFirst + index };
}

/** The time that a filter leaves. */
function spanOf({ since, until, upTo }: DecisionSearch['filter']): Span {
  const end =
    upTo === undefined ? until?.getTime() : Math.min(until?.getTime() ?? Infinity, (upTo.at?.getTime() ?? -1) + 1);
  return { ...(since === undefined ? {} : { since }), ...(end === undefined ? {} : { until: new Date(end) }) };
}

/** What is archived is in the index and not in the table: it need not be looked for one by one. */
function behind({ since, until }: Span, archived: Date | undefined): Span {
  const begin = since === undefined || (archived !== undefined && archived > since) ? archived : since;
  return { ...(begin === undefined ? {} : { since: begin }), ...(until === undefined ? {} : { until }) };
}

/**
 * Decisions of one part have one time; where that is the time of the last revision that is wanted, the
 * part may be of a later one.
 */
async function isWanted(
  tx: Transaction,
  clusterId: string,
  {
    part,
    span: { since, until },
    upTo,
  }: { readonly part: DecisionKeys; readonly span: Span; readonly upTo: RevisionBound | undefined },
): Promise<boolean> {
  const [first] = part;
  if (first === undefined || (since !== undefined && first.at < since) || (until !== undefined && first.at >= until))
    return false;
  if (upTo?.at?.getTime() !== first.at.getTime()) return true;
  return ((await partOf(tx, clusterId, first))?.revision ?? 0n) <= upTo.revision;
}
