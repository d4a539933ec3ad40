import type { Rejection } from '../decisions/index.js';
import { DayWaits } from './day-waits.store.js';
import { hasPods, podEntry } from './pod-entries.js';
import { shortDigest } from './short-digest.js';
import { isObstacle, OBSTACLES, subjectsOf, type CountedSubject, type Subject } from './subjects.js';

/** What is counted of a decision. */
export interface CountedDecision {
  readonly namespace: string;
  readonly outcome: string;
  readonly profileName: string | null;
  /** JSON: most decisions have those of another. */
  readonly rejections: string;
  readonly podCreatedAt: Date | null;
  readonly podUid: string;
}

const ALL: readonly CountedSubject[] = ['decision', 'plugin', 'reason', 'resource', 'rejection'];

/** Decisions of one day that have the same of everything that is counted by. Days are UTC, as `2026-01-31`. */
export interface TotalsRow {
  readonly subject: CountedSubject;
  readonly day: string;
  readonly key: Buffer;
  readonly namespace: string;
  readonly outcome: string;
  /** Of subject `decision` only: of the others there would be too many. */
  readonly profile: string | null;
  readonly plugin: string | null;
  readonly reason: string | null;
  readonly resource: string | null;
  /** Decisions. */
  attempts: number;
  /** Decisions in which the subject was such an obstacle. */
  first: number;
  any: number;
  sole: number;
  only: number;
  alone: number;
  /** Sums over decisions and nodes. */
  nodes_first: number;
  nodes_any: number;
  nodes_sole: number;
  nodes_only: number;
  /** Who was tried, an entry an attempt (`podEntry`), one after the other; undefined where the subject has none. */
  pods: string | undefined;
}

/** What is summed up in a row. */
export const SUMS = [
  'attempts',
  'first',
  'any',
  'sole',
  'only',
  'alone',
  'nodes_first',
  'nodes_any',
  'nodes_sole',
  'nodes_only',
] as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Counts decisions. Most have the rejections of another of the same day, namespace, outcome and
 * profile: these are looked at once.
 */
export class Tally {
  readonly #totals = new Map<string, TotalsRow>();
  readonly #waits = new DayWaits();
  readonly #alike = new Map<string, readonly { readonly row: TotalsRow; readonly subject: Subject | null }[]>();

  /** Of what it counts. */
  constructor(private readonly subjects: readonly CountedSubject[] = ALL) {}

  add(decision: CountedDecision, at: Date): void {
    const day = dayOf(at);
    const { namespace, outcome, profileName: profile, rejections } = decision;
    const key = [day, namespace, outcome, profile ?? '', rejections].join('\n');
    let counted = this.#alike.get(key);
    if (counted === undefined)
      this.#alike.set(key, (counted = this.#rowsOf({ day, namespace, outcome, profile }, rejections)));
    const pod = podEntry(decision.podUid);
    for (const { row, subject } of counted) count(row, { subject, pod });
    if (outcome === 'scheduled' && decision.podCreatedAt !== null)
      this.#waits.add({ day, namespace, ms: Math.max(0, at.getTime() - decision.podCreatedAt.getTime()) });
  }

  get totals(): readonly TotalsRow[] {
    return [...this.#totals.values()];
  }

  get waits(): DayWaits {
    return this.#waits;
  }

  #rowsOf(
    group: Pick<TotalsRow, 'day' | 'namespace' | 'outcome' | 'profile'>,
    rejections: string,
  ): { row: TotalsRow; subject: Subject | null }[] {
    const subjects = [null, ...subjectsOf(JSON.parse(rejections) as Rejection[])].filter((one) =>
      this.subjects.includes(one?.subject ?? 'decision'),
    );
    return subjects.map((subject) => ({ subject, row: this.#row(group, subject) }));
  }

  #row(group: Pick<TotalsRow, 'day' | 'namespace' | 'outcome' | 'profile'>, subject: Subject | null): TotalsRow {
    const { plugin = null, reason = null, resource = null } = subject ?? {};
    const named = {
      ...group,
      profile: subject === null ? group.profile : null,
      subject: subject?.subject ?? 'decision',
      plugin,
      reason,
      resource,
    } as const;
    const text = JSON.stringify(Object.values(named));
    let row = this.#totals.get(text);
    if (row === undefined) {
      row = {
        ...named,
        key: shortDigest(text),
        attempts: 0,
        first: 0,
        any: 0,
        sole: 0,
        only: 0,
        alone: 0,
        nodes_first: 0,
        nodes_any: 0,
        nodes_sole: 0,
        nodes_only: 0,
        pods: hasPods(named.subject) ? '' : undefined,
      };
      this.#totals.set(text, row);
    }
    return row;
  }
}

/** Adds the sums of one row to those of another. */
export function addTo(sum: TotalsRow, row: TotalsRow): void {
  for (const name of SUMS) sum[name] += row[name];
  if (sum.pods !== undefined) sum.pods += row.pods ?? '';
}

function count(row: TotalsRow, { subject, pod }: { readonly subject: Subject | null; readonly pod: string }): void {
  row.attempts += 1;
  if (row.pods !== undefined) row.pods += pod;
  if (subject === null) return;
  for (const obstacle of OBSTACLES) row[obstacle] += isObstacle(subject, obstacle) ? 1 : 0;
  row.nodes_first += subject.nodes.first;
  row.nodes_any += subject.nodes.any;
  row.nodes_sole += subject.nodes.sole;
  row.nodes_only += subject.nodes.only;
}

const days = new Map<number, string>();

function dayOf(at: Date): string {
  const number = Math.floor(at.getTime() / DAY_MS);
  let day = days.get(number);
  if (day === undefined) {
    if (days.size > 1000) days.clear();
    days.set(number, (day = new Date(number * DAY_MS).toISOString().slice(0, 10)));
  }
  return day;
}
