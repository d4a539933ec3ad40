import { ownField } from '#json';
import type { Transaction } from '#database';
import type { FieldProblem } from '#apimachinery';
import type { DecisionOutcome, Obstacle } from '../decisions/index.js';
import type { Span } from '../search/index.js';
import { addTo, TOTAL_COLUMNS, totalsAsJson, type CountedSubject, type TotalsRow } from '../sums/index.js';
import { dayConditions, groupColumn, groupNames, groupOf, groupTexts, type Group, type Period } from './grouping.js';
import { readGroupPods } from './group-pods.queries.js';
import { tallyPending } from './pending-tally.js';
import { tallyRun } from './run-tally.queries.js';
import { invalid, questionProblems } from './question-problems.js';
import type { Report, ReportQuestion, ReportScope } from './report.js';

/**
 * What decisions can be counted by. A resource is what a reason says is exhausted: decisions that say so
 * of none are left out then.
 */
export type TotalsBy = Period | 'namespace' | 'outcome' | 'profile' | 'plugin' | 'reason' | 'resource';

/** What the groups can be ordered by, the highest first. */
export type TotalsOrder = 'attempts' | Obstacle | 'nodesFirst' | 'nodesAny' | 'nodesSole' | 'nodesOnly';

/** Which decisions; all that is given must hold. */
export interface TotalsFilter extends Span {
  readonly namespace?: string;
  readonly outcome?: DecisionOutcome;
  /** A profile's name. */
  readonly profile?: string;
  readonly plugin?: string;
  readonly reason?: string;
  /** The id of a run, which may be a dry one. */
  readonly run?: string;
}

/** What is asked of the report. */
export interface TotalsQuestion extends ReportQuestion {
  readonly filter: TotalsFilter;
  /** At least one. */
  readonly groupBy: readonly TotalsBy[];
  /** Without it, by the groups themselves. */
  readonly orderBy?: TotalsOrder;
  /** So many of each group that is alike but for the last of `groupBy`: those that are highest by `orderBy`. */
  readonly top?: number;
}

/** The same of one cluster. */
export type TotalsQuery = TotalsQuestion & ReportScope;

/** Decisions that are alike in what they were grouped by. */
export interface DecisionTotals {
  readonly group: Group<TotalsBy>;
  /** Decisions: an attempt counts once in every grouping. */
  readonly attempts: number;
  /** Pods that were tried, each once, by uid; null where there were some before it was kept which. */
  readonly pods: number | null;
  /**
   * In how many of them the plugin, the reason or both of the group were such an obstacle; 0 where it names neither.
   */
  readonly obstacles: Readonly<Record<Obstacle, number>>;
  /** Nodes that were turned down, summed over the decisions and the reasons of the group. */
  readonly nodes: { readonly first: number; readonly any: number; readonly sole: number; readonly only: number };
}

const MEASURES: Readonly<Record<TotalsOrder, string>> = {
  attempts: 'attempts',
  first: '"first"',
  any: '"any"',
  sole: 'sole',
  only: '"only"',
  alone: 'alone',
  nodesFirst: 'nodes_first',
  nodesAny: 'nodes_any',
  nodesSole: 'nodes_sole',
  nodesOnly: 'nodes_only',
};

/**
 * Decisions counted: the sums of the days, and what is not in them yet; of one run, its decisions themselves. The
 * transaction must see one state throughout.
 */
export async function readTotals(tx: Transaction, query: TotalsQuery): Promise<DecisionTotals[]> {
  const { clusterId, filter, groupBy, orderBy, top, offset, limit } = query;
  const subject = subjectOf(query);
  const podSubject: CountedSubject = subject === 'decision' ? subject : 'rejection';
  const subjects = [...new Set([subject, podSubject])];
  const { run } = filter;
  const counted =
    run === undefined
      ? await tallyPending(tx, clusterId, { ...filter, subjects })
      : await tallyRun(tx, clusterId, { run, subjects });
  const values: unknown[] = [clusterId, totalsAsJson(together(ofSubject(counted.totals, subject), query))];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const wheres = conditions(query, { subject, parameter }).join(' AND ');
  const groups = groupNames(groupBy);
  const measures = Object.values(MEASURES);
  const columns = [
    ...new Set(['day', 'namespace', 'outcome', 'profile', 'plugin', 'reason', 'resource'].map((name) => `"${name}"`)),
    ...measures,
  ].join(', ');
  const rest = groups.slice(0, -1);
  const highest = `${MEASURES[orderBy ?? 'attempts']} DESC`;
  const order = [
    ...(top === undefined ? [] : rest),
    ...(orderBy === undefined && top === undefined ? [] : [highest]),
    ...groups,
  ];
  const rows = await tx.query<Readonly<Record<string, string | null>>>(
    `WITH counted AS (
       SELECT ${columns} FROM decision_totals WHERE cluster_id = $1 AND ${wheres}
       UNION ALL SELECT ${columns} FROM jsonb_to_recordset($2::jsonb) AS t(${TOTAL_COLUMNS})),
     grouped AS (
       SELECT ${groupBy.map((name, index) => `${groupColumn(name)} AS g${index}`).join(', ')},
         ${measures.map((name) => `sum(${name}) AS ${name}`).join(', ')}
       FROM counted GROUP BY ${groups.join(', ')}),
     ranked AS (SELECT *, row_number() OVER (${rest.length === 0 ? '' : `PARTITION BY ${rest.join(', ')}`}
       ORDER BY ${highest}, ${groups.join(', ')}) AS rank FROM grouped)
     SELECT ${[...groupTexts(groupBy), ...measures].join(', ')}
     FROM ranked ${top === undefined ? '' : `WHERE rank <= ${parameter(top)}`}
     ORDER BY ${order.map((name) => `ranked.${name}`).join(', ')} OFFSET ${parameter(offset)}
     LIMIT ${parameter(limit)}`,
    values,
  );
  const found = rows.map((row) => groupOf(row, groupBy));
  const own = ofSubject(counted.totals, podSubject).filter((row) => isAsked(row, query));
  const pods = await readGroupPods(tx, {
    ...{ clusterId, groupBy, groups: found, pending: own },
    wheres: (to) => conditions(query, { subject: podSubject, parameter: to }),
  });
  return rows.map((row, index) => totalsOf(row, { group: found[index] ?? {}, pods: pods[index] ?? null }));
}

function totalsOf(
  row: Readonly<Record<string, string | null>>,
  { group, pods }: Pick<DecisionTotals, 'group' | 'pods'>,
): DecisionTotals {
  const sum = (name: string): number => Number(ownField(row, name));
  return {
    group,
    attempts: sum('attempts'),
    pods,
    obstacles: { first: sum('first'), any: sum('any'), sole: sum('sole'), only: sum('only'), alone: sum('alone') },
    nodes: { first: sum('nodes_first'), any: sum('nodes_any'), sole: sum('nodes_sole'), only: sum('nodes_only') },
  };
}

/** Whether what is counted has obstacles: it is counted by plugin or reason, or of one. */
export function namesObstacle({
  groupBy,
  filter: { plugin, reason },
}: Pick<TotalsQuestion, 'groupBy' | 'filter'>): boolean {
  return (
    plugin !== undefined ||
    reason !== undefined ||
    groupBy.some((name) => name === 'plugin' || name === 'reason' || name === 'resource')
  );
}

/** What a decision is counted once for. */
function subjectOf({ groupBy, filter }: TotalsQuestion): CountedSubject {
  const byPlugin = filter.plugin !== undefined || groupBy.includes('plugin');
  const byReason = filter.reason !== undefined || groupBy.includes('reason');
  const byResource = groupBy.includes('resource');
  if (byPlugin && (byReason || byResource)) return 'rejection';
  if (byPlugin) return 'plugin';
  return byReason ? 'reason' : byResource ? 'resource' : 'decision';
}

function ofSubject(rows: readonly TotalsRow[], subject: CountedSubject): TotalsRow[] {
  return rows.filter((row) => row.subject === subject);
}

/** Whether a query counts a row of its days. */
function isAsked(row: TotalsRow, query: TotalsQuestion): boolean {
  const { since: _, until: _until, run: _run, ...equal } = query.filter;
  const named: Readonly<Record<string, unknown>> = { ...row };
  return (
    Object.entries(equal).every(([name, value]) => ownField(named, name) === value) &&
    !(query.groupBy.includes('resource') && row.resource === null) &&
    !(row.outcome === 'scheduled' && leavesOutScheduled(query))
  );
}

/** Rows that a query counts, those of one group and day as one: there are thousands of the others. */
function together(rows: readonly TotalsRow[], query: TotalsQuery): TotalsRow[] {
  const { groupBy } = query;
  const found = new Map<string, TotalsRow>();
  for (const row of rows) {
    if (!isAsked(row, query)) continue;
    const named: Readonly<Record<string, unknown>> = { ...row };
    const key = JSON.stringify([row.day, ...groupBy.map((name) => named[name])]);
    const sum = found.get(key);
    if (sum === undefined) found.set(key, { ...row });
    else addTo(sum, row);
  }
  return [...found.values()];
}

/**
 * A question for what rejected nodes covers pods that were not scheduled: for a scheduled pod, the nodes that it did
 * not fit do not matter. A question by outcome covers all decisions, and one for `scheduled` covers those.
 */
function leavesOutScheduled(question: Pick<TotalsQuestion, 'groupBy' | 'filter'>): boolean {
  return namesObstacle(question) && question.filter.outcome === undefined && !question.groupBy.includes('outcome');
}

function conditions(
  question: TotalsQuestion,
  { subject, parameter }: { readonly subject: CountedSubject; readonly parameter: (value: unknown) => string },
): string[] {
  const { since, until, run, ...equal } = question.filter;
  return [
    // The sums of the days are of all runs.
    ...(run === undefined ? [] : ['false']),
    `subject = ${parameter(subject)}`,
    ...(leavesOutScheduled(question) ? ["outcome <> 'scheduled'"] : []),
    ...(question.groupBy.includes('resource') ? ['resource IS NOT NULL'] : []),
    ...dayConditions({ since, until }, parameter),
    ...Object.entries(equal).map(([name, value]) => `"${name}" = ${parameter(value)}`),
  ];
}

function orderProblems({ groupBy, filter, orderBy }: TotalsQuestion): FieldProblem[] {
  if (orderBy === undefined || orderBy === 'attempts' || namesObstacle({ groupBy, filter })) return [];
  return [
    invalid(
      'orderBy',
      orderBy,
      'counts obstacles: groupBy must have plugin, reason or resource, or one of the first two must be given',
    ),
  ];
}

/** A run is counted whole. */
function runProblems({ filter: { run, ...filter } }: TotalsQuestion): FieldProblem[] {
  if (run === undefined) return [];
  return (['since', 'until'] as const).flatMap((field) => {
    const at = filter[field];
    return at === undefined ? [] : [invalid(field, at.toISOString(), 'cannot be combined with run')];
  });
}

/** Sums by plugin, reason and resource do not tell profiles apart. */
function profileProblems({ groupBy, filter: { profile, ...filter } }: TotalsQuestion): FieldProblem[] {
  if (!namesObstacle({ groupBy, filter })) return [];
  const detail = 'cannot be combined with plugin, reason or resource';
  return [
    ...(profile === undefined ? [] : [invalid('profile', profile, detail)]),
    ...(groupBy.includes('profile') ? [invalid('groupBy', 'profile', detail)] : []),
  ];
}

/** Decisions counted. */
export const TOTALS_REPORT: Report<TotalsQuestion, DecisionTotals> = {
  problems: (question) => [
    ...questionProblems(question),
    ...orderProblems(question),
    ...profileProblems(question),
    ...runProblems(question),
  ],
  read: readTotals,
};
