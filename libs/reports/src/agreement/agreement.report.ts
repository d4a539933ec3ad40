import type { Agreement } from '#audit';
import { compareGroups, teamsOf } from '../groups/index.js';
import type { Frame } from '../frames/index.js';
import { chosenBy, integer, key, number, orNull, report, text, type ByChoices } from '../report/index.js';
import { streamObserved, type ObservedRow } from './agreement.queries.js';

const BY: ByChoices = {
  scheduler: 'By name of the scheduler that decided, or of what evicted the pod.',
  cluster: 'All decisions together.',
  day: 'By the day (UTC) on which the decision was seen.',
  plugin: 'By the plugin that makes the difference: a filter or a score; null if none does.',
  agreement: 'By agreement.',
  namespace: 'By namespace of the pod.',
  team: 'By the team that the namespace of the pod belongs to at present.',
  profile: 'By name of the scheduler profile with which Berth decides.',
  node: 'By the node that the scheduler took, or that the pod was evicted from; null for pods for which it found none.',
  pod: 'By pod, as `NAMESPACE/NAME`: only decisions that differ, and pods on a node that is not the best.',
};

const OF_WORSE = 'of the total of the best node less that of the node that was taken, over the bindings in `worse`';

interface Sums {
  decisions: number;
  readonly pods: Set<string>;
  readonly agreements: Record<Agreement, number>;
  pending: number;
  evictions: number;
  fits: number;
  doesNotFit: number;
  sampled: number;
  earlier: number;
  readonly gaps: number[];
  rankMax: number | null;
}

/** How decisions of other schedulers compare with those of Berth. */
export const agreement = report({
  name: 'agreement',
  summary: 'Agreement of other schedulers with Berth, and pods on worse nodes',
  description:
    'Decisions of the schedulers of a real cluster that is followed, compared with what Berth decides on the same ' +
    'state. A decision belongs to the period in which Berth judged it. `compare` has what another profile would have ' +
    'done with the same pods.',
  about: 'period',
  by: BY,
  parameters: ['by', 'namespace'],
  columns: {
    group: key(orNull(text('What the row is about, as `by` says; null for all decisions, or if there is no value.'))),
    decisions: integer('decisions', 'Bindings, attempts for which the scheduler found no node, and evictions.'),
    pods: integer('pods', 'Number of distinct pods in them, by uid.'),
    same: integer('decisions', 'Decisions that are the same as those of Berth.'),
    tie: integer('decisions', 'Bindings to one of several best nodes.'),
    differs: integer('decisions', 'Decisions that differ.'),
    unknown: integer('decisions', 'Decisions that were not judged.'),
    agreementRatio: orNull(
      number('share', '`same` and `tie` divided by all decisions that were judged, to six decimals; null if none was.'),
    ),
    pending: integer('decisions', 'Attempts for which the scheduler found no node.'),
    evictions: integer('decisions', 'Evictions.'),
    fits: integer('decisions', 'Those of `differs` for which the scheduler found no node, and Berth finds one.'),
    doesNotFit: integer('decisions', 'Those of `differs` in which the pod does not fit on its node.'),
    worse: integer(
      'bindings',
      'Bindings to a node that fits and has a lower total than the best one, also where the scheduler looked at a ' +
        'part of the nodes and the decision is the same for that reason.',
    ),
    worseMean: orNull(number('points', `Mean ${OF_WORSE}; null if there is none.`)),
    worseP50: orNull(number('points', `Median, by nearest rank, ${OF_WORSE}.`)),
    worseP90: orNull(number('points', `90th percentile, by nearest rank, ${OF_WORSE}.`)),
    worseMax: orNull(number('points', `Maximum ${OF_WORSE}.`)),
    rankMax: orNull(integer(null, 'The highest rank of a node that was taken, from 1, among those that fit.')),
    sampled: integer('decisions', 'Those of `same` that are so because the scheduler looks at a part of the nodes.'),
    earlier: integer('decisions', 'Those of `same` and `tie` that agree on an earlier state than the last one.'),
  },
  async *rows(frame) {
    const { choice } = chosenBy(BY, frame.parameters.by) ?? { choice: 'scheduler' };
    for (const [group, sums] of [...(await sumsOf(frame, choice))].sort(([a], [b]) => compareGroups(a, b))) {
      const { agreements, pods, gaps, ...counts } = sums;
      const judged = counts.decisions - agreements.unknown;
      gaps.sort((a, b) => a - b);
      yield {
        group,
        decisions: counts.decisions,
        pods: pods.size,
        ...agreements,
        agreementRatio: judged === 0 ? null : rounded((agreements.same + agreements.tie) / judged),
        pending: counts.pending,
        evictions: counts.evictions,
        fits: counts.fits,
        doesNotFit: counts.doesNotFit,
        worse: gaps.length,
        worseMean: gaps.length === 0 ? null : rounded(gaps.reduce((all, one) => all + one, 0) / gaps.length),
        worseP50: quantile(gaps, 0.5),
        worseP90: quantile(gaps, 0.9),
        worseMax: gaps.at(-1) ?? null,
        rankMax: counts.rankMax,
        sampled: counts.sampled,
        earlier: counts.earlier,
      };
    }
  },
});

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** By nearest rank. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

async function sumsOf(frame: Frame, choice: string): Promise<Map<string | null, Sums>> {
  const teamOf = choice === 'team' ? await teamsOf(frame) : undefined;
  const groups = new Map<string | null, Sums>();
  await frame.transaction(async (tx) => {
    for await (const rows of streamObserved(tx, frame))
      for (const row of rows) {
        if (choice === 'pod' && row.agreement !== 'differs' && !isWorse(row)) continue;
        const group = groupOf(row, choice, teamOf);
        const sums = groups.get(group) ?? nothing();
        groups.set(group, sums);
        add(sums, row);
      }
  });
  return groups;
}

function groupOf(row: ObservedRow, choice: string, teamOf: ((namespace: string) => string) | undefined): string | null {
  switch (choice) {
    case 'scheduler':
      return row.by === '' ? null : row.by;
    case 'day':
      return row.seen.slice(0, 'YYYY-MM-DD'.length);
    case 'plugin':
      return row.plugin;
    case 'agreement':
      return row.agreement;
    case 'namespace':
      return row.namespace;
    case 'profile':
      return row.profile;
    case 'node':
      return row.node;
    case 'pod':
      return `${row.namespace}/${row.name}`;
    default:
      return teamOf?.(row.namespace) ?? null;
  }
}

function nothing(): Sums {
  return {
    ...{ decisions: 0, pods: new Set<string>(), agreements: { same: 0, tie: 0, differs: 0, unknown: 0 } },
    ...{ pending: 0, evictions: 0, fits: 0, doesNotFit: 0, sampled: 0, earlier: 0, gaps: [], rankMax: null },
  };
}

/** A nominated node is taken without regard to scores, and has no rank. */
function isWorse({ rank, total, best }: ObservedRow): boolean {
  return rank !== null && rank > 1 && total !== null && best !== null && total < best;
}

function add(sums: Sums, row: ObservedRow): void {
  const { agreement: how, isPending, isEviction, rank, total, best } = row;
  const agrees = how === 'same' || how === 'tie';
  sums.decisions += 1;
  sums.pods.add(row.uid);
  sums.agreements[how] += 1;
  if (isPending) sums.pending += 1;
  if (isEviction) sums.evictions += 1;
  if (how === 'differs' && isPending) sums.fits += 1;
  if (how === 'differs' && !isPending && !isEviction && total === null) sums.doesNotFit += 1;
  if (isWorse(row)) sums.gaps.push((best ?? 0) - (total ?? 0));
  if (rank !== null && !isEviction) sums.rankMax = Math.max(sums.rankMax ?? 0, rank);
  if (how === 'same' && row.isSampled) sums.sampled += 1;
  if (agrees && row.isEarlier) sums.earlier += 1;
}
