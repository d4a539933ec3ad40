import { classOf, type Disturber } from './disturbers/index.js';
import type { PastFault } from './faulting.js';
import type { Finding } from './finding.js';
import type { Record } from './workload/record.js';

/** What a campaign came to. */
export interface Figures {
  readonly seed: number;
  readonly faults: readonly PastFault[];
  /** Ways to disturb that could not be done here, and why. */
  readonly unfit: readonly { readonly disturber: Disturber; readonly why: string }[];
  readonly record: Record;
  /** Acknowledged answers that were compared with the log, and answers that were asked for again. */
  readonly checked: { readonly acknowledged: number; readonly again: number };
  /** Times from the end of a fault to the first write that was acknowledged by whom it was about. */
  readonly recoveriesMs: readonly number[];
  readonly findings: readonly Finding[];
  readonly elapsedMs: number;
}

/** From the end of each fault to the first acknowledgement by whom it was about. */
export function recoveries(faults: readonly PastFault[], { acknowledgements }: Record): number[] {
  return faults.flatMap(({ endedAt, services }) => {
    const first = acknowledgements.find(
      ({ at, service }) => at >= endedAt && (services === undefined || services.includes(service)),
    );
    return first === undefined ? [] : [first.at - endedAt];
  });
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, count]) => `${what} ${count}`)
    .join(', ');

/** The figures as lines. */
export function* figuresAsText(figures: Figures): Iterable<string> {
  const { seed, faults, unfit, record, checked, recoveriesMs, findings, elapsedMs } = figures;
  yield `seed ${seed}, ${Math.round(elapsedMs / 1000)} s`;
  yield `faults: ${faults.length}`;
  for (const [kind, count] of [...countBy(faults, ({ name }) => classOf(name))].toSorted()) {
    const own = faults.filter(({ name }) => classOf(name) === kind);
    const which = listed(countBy(own, ({ name }) => name.slice(kind.length + 1)));
    yield `  ${kind.padEnd(12)} ${String(count).padStart(5)}  ${which}`;
  }
  for (const { disturber, why } of unfit) yield `  NOT RUN, NOT COUNTED: ${disturber.name}: ${why}`;
  yield `writes: ${record.writes.length}, ${listed(countBy(record.writes, ({ ending }) => ending))}`;
  const lists = `lists read meanwhile and compared: ${record.reads.length}`;
  yield `acknowledged answers checked: ${checked.acknowledged}; asked for again: ${checked.again}; ${lists}`;
  const kinds = countBy(findings, ({ kind }) => kind);
  const of = (kind: Finding['kind']): number => kinds.get(kind) ?? 0;
  const answers500 = [...record.answers].filter(([kind]) => / 500( |$)/.test(kind));
  const count500 = answers500.reduce((sum, [, count]) => sum + count, 0);
  yield `lost ${of('lost')}, doubled ${of('doubled')}, 500s ${count500}`;
  const times = [0.5, 0.95, 1].map((share) => Math.round(quantile(recoveriesMs, share)));
  yield `recovery: p50 ${times[0]} ms, p95 ${times[1]} ms, longest ${times[2]} ms`;
  yield findings.length === 0 ? 'findings: none' : `findings: ${listed(kinds)}`;
}
