import type { Curve } from './curve.js';
import type { Policy } from './gpu-sharing.js';
import type { Published } from './published.js';

/** One run of one policy; percents of the GPUs, to hundredths. */
export interface Result {
  readonly list: string;
  readonly policy: Policy;
  readonly seed: number;
  readonly allocatedAt100: number;
  readonly allocatedAt130: number;
  readonly fragmentedAt100: number;
}

export function resultOf(run: Pick<Result, 'list' | 'policy' | 'seed'>, curve: Curve): Result {
  const at = (percent: number) => curve[percent] ?? { allocated: 0, fragmented: 0 };
  return {
    ...run,
    allocatedAt100: hundredths(at(100).allocated),
    allocatedAt130: hundredths(at(130).allocated),
    fragmentedAt100: hundredths(at(100).fragmented),
  };
}

const HEAD = [
  '| policy | allocated at 100 % | published | at 130 % | published | fragmented at 100 % | published |',
  '|---|---|---|---|---|---|---|',
];

/** A row for each policy: means over the seeds with the standard deviation, beside what was published for the list. */
export function tableOf(results: readonly Result[], published: readonly Published[]): string {
  return [...HEAD, ...byPolicy(results).map(([policy, runs]) => rowOf(policy, { runs, published }))].join('\n');
}

function rowOf(
  policy: Policy,
  { runs, published }: { readonly runs: readonly Result[]; readonly published: readonly Published[] },
): string {
  const theirs = published.find((one) => one.policy === policy && one.list === runs[0]?.list);
  const of = (field: 'allocatedAt100' | 'allocatedAt130' | 'fragmentedAt100') => runs.map((run) => run[field]);
  const said = (figure: number | undefined): string => figure?.toFixed(2) ?? '-';
  return `| ${[
    policy,
    withDeviation(mean(of('allocatedAt100')), deviation(of('allocatedAt100'))),
    theirs === undefined ? '-' : withDeviation(theirs.allocatedAt100, theirs.deviation),
    said(mean(of('allocatedAt130'))),
    said(theirs?.allocatedAt130),
    said(mean(of('fragmentedAt100'))),
    said(theirs?.fragmentedAt100),
  ].join(' | ')} |`;
}

/** The order that the paper is about. */
const ORDER: readonly Policy[] = ['FGD', 'BestFit', 'Random'];

/** On how many seeds more is allocated in the paper's order; undefined where not all three policies were run. */
export function orderOf(results: readonly Result[]): string | undefined {
  const seeds = [...new Set(results.map(({ seed }) => seed))];
  const allocated = (seed: number): number[] =>
    ORDER.flatMap((policy) => results.filter((one) => one.policy === policy && one.seed === seed)).map(
      ({ allocatedAt100 }) => allocatedAt100,
    );
  if (seeds.some((seed) => allocated(seed).length < ORDER.length)) return undefined;
  const held = seeds.filter((seed) => allocated(seed).every((one, at, all) => at === 0 || one < (all[at - 1] ?? 0)));
  return `${ORDER.join(' > ')} on ${held.length} of ${seeds.length} seeds`;
}

function byPolicy(results: readonly Result[]): readonly [Policy, readonly Result[]][] {
  const runs = new Map<Policy, Result[]>();
  for (const result of results) runs.set(result.policy, [...(runs.get(result.policy) ?? []), result]);
  return [...runs];
}

function withDeviation(figure: number, by: number): string {
  return Number.isNaN(by) ? figure.toFixed(2) : `${figure.toFixed(2)} ±${by.toFixed(2)}`;
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, one) => sum + one, 0) / figures.length;
}

/** Of a sample; NaN of one figure. */
function deviation(figures: readonly number[]): number {
  const middle = mean(figures);
  return Math.sqrt(figures.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (figures.length - 1));
}

function hundredths(figure: number): number {
  return Math.round(figure * 100) / 100;
}
