import { ownField } from '#json';
import { addTo, DayWaits, SUMS, Tally, type CountedDecision, type TotalsRow } from '../sums/index.js';
import { EntrySums } from './entry-sums.js';
import type { StoredPods, StoredTotals, StoredWaits } from './index-rows.queries.js';

/** Decisions that are counted at a time: what is kept of their kinds stays small. */
const AT_ONCE = 65_536;

/** The sums of days as the decisions that go by lead to them. */
export class ExpectedSums {
  #tally = new Tally();
  #counted = 0;
  readonly #totals = new Map<string, TotalsRow>();
  readonly #waits = new DayWaits();
  readonly #pods = new EntrySums();
  readonly #storedPods = new EntrySums();

  /** The last day on which decisions are archived, which are in the sums too; undefined where none are. */
  constructor(private readonly archivedDay: string | undefined) {}

  add(decision: CountedDecision, at: Date): void {
    this.#tally.add(decision, at);
    if (++this.#counted % AT_ONCE === 0) this.#fold();
  }

  /** What a row says otherwise than the decisions; each is asked once. */
  totalsFault({ subject, day, key, names, sums }: StoredTotals): string | undefined {
    this.#fold();
    const expected = this.#totals.get(`${subject} ${day} ${key}`);
    this.#totals.delete(`${subject} ${day} ${key}`);
    const place = `the sums of ${day} over ${subject} ${names.filter((name) => name !== null).join(', ')}`;
    if (expected === undefined)
      return this.#isArchived(day) ? undefined : `${place} are of decisions that are not there`;
    const { namespace, outcome, profile, plugin, reason, resource } = expected;
    const said = [namespace, outcome, profile, plugin, reason, resource];
    if (said.some((name, at) => name !== names[at])) return `${place} are under another key`;
    const isSame = sumsOf(expected).every((sum, at) => this.#agrees(day, { stored: Number(sums[at]), sum }));
    return isSame ? undefined : `${place} are not those of its decisions`;
  }

  /** Takes what is stored of the pods of a sum; it may be in many rows. */
  storedPods({ subject, day, key, pods }: StoredPods): void {
    this.#storedPods.add(`${subject} ${day} ${key}`, pods);
  }

  /** The pods of which sums are not those that were tried, when all was taken. */
  *podFaults(): Iterable<string | undefined> {
    this.#fold();
    for (const key of this.#storedPods.keys()) {
      const [subject = '', day = ''] = key.split(' ');
      const fault = this.#storedPods.fault(key, this.#pods, { mayBeMore: this.#isArchived(day) });
      yield fault === undefined ? undefined : `the pods of ${day} over ${subject} ${fault}`;
    }
    for (const key of this.#pods.keys()) {
      const [subject = '', day = ''] = key.split(' ');
      if (!this.#storedPods.has(key)) yield `the pods of ${day} over ${subject} are missing`;
    }
  }

  /** The same of waits. */
  waitsFault({ day, namespace, sum_ms, max_ms, buckets: stored }: StoredWaits): string | undefined {
    this.#fold();
    const expected = this.#waits.take({ day, namespace });
    const place = `the waits of ${day} in ${namespace}`;
    if (expected === undefined) return this.#isArchived(day) ? undefined : `${place} are of pods that were not bound`;
    // An edited row may hold anything there.
    const buckets = stored ?? {};
    const counts = new Set([...Object.keys(buckets), ...Object.keys(expected.buckets)]);
    const pairs = [
      { stored: Number(sum_ms), sum: expected.sum_ms },
      { stored: Number(max_ms), sum: expected.max_ms },
      ...[...counts].map((bucket) => ({
        stored: ownField(buckets, bucket) ?? 0,
        sum: expected.buckets[Number(bucket)] ?? 0,
      })),
    ];
    return pairs.every((pair) => this.#agrees(day, pair)) ? undefined : `${place} are not those of its decisions`;
  }

  /** Of what was not asked, when all rows were. */
  *missing(): Iterable<{ readonly table: string; readonly message: string }> {
    this.#fold();
    for (const { day, subject } of this.#totals.values())
      yield { table: 'decision_totals', message: `sums of ${day} over ${subject} are missing` };
    for (const { day, namespace } of this.#waits.rows())
      yield { table: 'decision_waits', message: `the waits of ${day} in ${namespace} are missing` };
  }

  /** Sums of days with archived decisions are not less than those of the others. */
  #agrees(day: string, { stored, sum }: { readonly stored: number; readonly sum: number }): boolean {
    return stored === sum || (this.#isArchived(day) && stored > sum);
  }

  #isArchived(day: string): boolean {
    return this.archivedDay !== undefined && day <= this.archivedDay;
  }

  #fold(): void {
    for (const row of this.#tally.totals) {
      const key = `${row.subject} ${row.day} ${row.key.toString('hex')}`;
      if (row.pods !== undefined) this.#pods.add(key, Buffer.from(row.pods, 'hex'));
      row.pods = undefined;
      const sum = this.#totals.get(key);
      if (sum === undefined) this.#totals.set(key, row);
      else addTo(sum, row);
    }
    this.#waits.addAll(this.#tally.waits);
    this.#tally = new Tally();
  }
}

function sumsOf(row: TotalsRow): number[] {
  return SUMS.map((name) => row[name]);
}
