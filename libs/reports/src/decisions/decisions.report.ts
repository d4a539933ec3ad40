import { DistinctPods } from '../pods/index.js';
import { compareGroups, teamsOf } from '../groups/index.js';
import type { Frame } from '../frames/index.js';
import { chosenBy, integer, key, number, orNull, report, text, type ByChoices } from '../report/index.js';
import { streamDecisions, type DecisionRow } from './decisions.queries.js';

const BY: ByChoices = {
  outcome: 'By outcome of the attempt.',
  cluster: 'All attempts together.',
  namespace: 'By namespace of the pod.',
  team: 'By the team that the namespace of the pod belongs to at present.',
  profile: 'By name of the scheduler profile.',
  plugin: 'By the filter that rejected nodes: an attempt is in one group for each, and in none if nothing did.',
  reason: 'By the reason for which nodes were rejected, as `PLUGIN: REASON`; otherwise as by plugin.',
};

const OF_REJECTIONS = '0 unless rows are grouped by plugin or reason.';

interface Sums {
  decisions: number;
  readonly pods: DistinctPods;
  readonly outcomes: Map<string, number>;
  victims: number;
  ties: number;
  readonly margins: number[];
  readonly obstacles: Record<Obstacle, number>;
}

const OBSTACLES = ['first', 'any', 'sole', 'only'] as const;
type Obstacle = (typeof OBSTACLES)[number];

interface Rejected {
  readonly plugin: string | null;
  readonly reason: string;
  readonly nodes: Readonly<Partial<Record<Obstacle, number>>>;
}

/** What was decided. */
export const decisions = report({
  name: 'decisions',
  summary: 'Counts, rates and margins of decisions',
  description:
    'Attempts to place pods in the period, dry runs excluded, by outcome, profile, plugin, reason or namespace. ' +
    '`refusals` has what admission refused before a decision.',
  about: 'period',
  by: BY,
  parameters: ['by', 'namespace'],
  columns: {
    group: key(orNull(text('What the row is about, as `by` says; null for all attempts, or if there is no value.'))),
    decisions: integer('attempts', 'Number of attempts. An attempt counts once in each group.'),
    pods: integer('pods', 'Number of distinct pods in them, by uid.'),
    perHour: number('attempts per hour', 'Attempts divided by the hours of the period, to six decimals.'),
    scheduled: integer('attempts', 'Attempts that bound the pod to a node.'),
    unschedulable: integer('attempts', 'Attempts in which no node was feasible.'),
    nominated: integer('attempts', 'Attempts in which preemption nominated a node.'),
    gated: integer('attempts', 'Attempts at pods with scheduling gates.'),
    skipped: integer('attempts', 'Pods that were requested and not attempted.'),
    error: integer('attempts', 'Attempts that failed with an error.'),
    observed: integer(
      'attempts',
      'Bindings by the scheduler of a real cluster, and evictions there; `agreement` compares them.',
    ),
    pending: integer('attempts', 'Attempts in which the scheduler of a real cluster found no node.'),
    victims: integer('pods', 'Pods that preemption chose to evict, summed over attempts.'),
    ties: integer('attempts', 'Scheduled attempts in which several nodes had the highest score.'),
    marginP50: orNull(
      number(
        'points',
        'Median of the difference between the highest total score and that of the best other node, by nearest rank; ' +
          'null if no scheduled attempt had two feasible nodes.',
      ),
    ),
    first: integer('attempts', `Attempts in which it was the first failure of at least one node; ${OF_REJECTIONS}`),
    any: integer('attempts', `Attempts in which it rejected at least one node; ${OF_REJECTIONS}`),
    sole: integer('attempts', `Attempts in which on some node no other plugin failed; ${OF_REJECTIONS}`),
    only: integer(
      'attempts',
      `Attempts in which on some node it was the only reason of the only plugin that failed; ${OF_REJECTIONS}`,
    ),
  },
  async *rows(frame) {
    const { choice } = chosenBy(BY, frame.parameters.by) ?? { choice: 'outcome' };
    const groups = await sumsOf(frame, choice);
    const hours = (frame.to.getTime() - frame.from.getTime()) / 3_600_000;
    for (const [group, sums] of [...groups].sort(([a], [b]) => compareGroups(a, b))) {
      const { decisions: count, pods, outcomes, victims, ties, margins, obstacles } = sums;
      const of = (outcome: string): number => outcomes.get(outcome) ?? 0;
      margins.sort((a, b) => a - b);
      yield {
        group,
        decisions: count,
        pods: pods.size,
        perHour: Math.round((count / hours) * 1e6) / 1e6,
        scheduled: of('scheduled'),
        unschedulable: of('unschedulable'),
        nominated: of('nominated'),
        gated: of('gated'),
        skipped: of('skipped'),
        error: of('error'),
        observed: of('observed'),
        pending: of('pending'),
        victims,
        ties,
        marginP50: margins[Math.ceil(margins.length / 2) - 1] ?? null,
        ...obstacles,
      };
    }
  },
});

async function sumsOf(frame: Frame, choice: string): Promise<Map<string | null, Sums>> {
  const teamOf = choice === 'team' ? await teamsOf(frame) : undefined;
  const isByRejection = choice === 'plugin' || choice === 'reason';
  const groups = new Map<string | null, Sums>();
  const subjects = new Map<string, ReadonlyMap<string, ReadonlySet<Obstacle>>>();
  await frame.transaction(async (tx) => {
    for await (const rows of streamDecisions(tx, frame, { withRejections: isByRejection })) {
      for (const row of rows) {
        if (!isByRejection) {
          add(groups, groupOf(row, choice, teamOf), row);
          continue;
        }
        let about = subjects.get(row.rejections);
        if (about === undefined) subjects.set(row.rejections, (about = subjectsOf(row.rejections, choice)));
        for (const [subject, how] of about) add(groups, subject, row, how);
      }
    }
  });
  return groups;
}

function groupOf(
  { namespace, outcome, profile }: DecisionRow,
  choice: string,
  teamOf: ((namespace: string) => string) | undefined,
): string | null {
  switch (choice) {
    case 'outcome':
      return outcome;
    case 'namespace':
      return namespace;
    case 'profile':
      return profile;
    default:
      return teamOf?.(namespace) ?? null;
  }
}

/** What rejected nodes, and in which ways, over all reasons of a plugin. */
function subjectsOf(text: string, choice: string): ReadonlyMap<string, ReadonlySet<Obstacle>> {
  const found = new Map<string, Set<Obstacle>>();
  for (const { plugin, reason, nodes } of JSON.parse(text) as readonly Rejected[]) {
    if (plugin === null && choice === 'plugin') continue;
    const name = choice === 'plugin' ? (plugin ?? '') : plugin === null ? reason : `${plugin}: ${reason}`;
    const ways = found.get(name) ?? new Set<Obstacle>();
    found.set(name, ways);
    for (const obstacle of OBSTACLES) if ((nodes[obstacle] ?? 0) > 0) ways.add(obstacle);
  }
  return found;
}

function add(
  groups: Map<string | null, Sums>,
  group: string | null,
  row: DecisionRow,
  how: ReadonlySet<Obstacle> = new Set(),
): void {
  let sums = groups.get(group);
  if (sums === undefined)
    groups.set(
      group,
      (sums = {
        ...{ decisions: 0, pods: new DistinctPods(), outcomes: new Map(), victims: 0, ties: 0, margins: [] },
        obstacles: { first: 0, any: 0, sole: 0, only: 0 },
      }),
    );
  sums.decisions += 1;
  sums.pods.add(row.uid);
  sums.outcomes.set(row.outcome, (sums.outcomes.get(row.outcome) ?? 0) + 1);
  sums.victims += row.victims;
  if (row.outcome === 'scheduled' && (row.ties ?? 0) > 1) sums.ties += 1;
  if (row.outcome === 'scheduled' && row.margin !== null) sums.margins.push(Number(row.margin));
  for (const obstacle of how) sums.obstacles[obstacle] += 1;
}
