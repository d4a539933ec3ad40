import type { ExplainedDecision } from '#scheduling';
import { placeFactsInWords, type FitAnywhere, type WhyNot } from '#questions';

type Contribution = ExplainedDecision['plugins'][number];
type RequestChange = NonNullable<ExplainedDecision['requestChanges']>[number];

/** A decision against another node, for people: the sentence, the scores and the filters. */
export function whyAsText({
  sentence,
  node,
  against,
  plugins,
  difference,
  combinations,
  deciding,
  requestChanges,
  preemption,
  facts = [],
}: ExplainedDecision): string {
  const scores =
    plugins.length === 0 ? [] : ['', ...scoreLines(plugins, { node: node ?? '', against: against ?? '', difference })];
  const counted = (combinations ?? []).map(({ plugins: failing, nodes }) => [
    String(nodes),
    failing.length === 0 ? 'fit' : failing.join(' + '),
  ]);
  const filters = deciding.filters.map(({ plugin, first, any, sole }) => [plugin, ...[first, any, sole].map(String)]);
  return lines([
    ...wrapped(sentence),
    ...scores,
    ...requestLines(requestChanges ?? []),
    ...candidateLines(preemption?.candidates ?? []),
    ...(facts.length === 0 ? [] : ['', ...facts.flatMap(placeFactsInWords)]),
    ...(counted.length === 0 ? [] : ['', ...table(['NODES', 'FILTERS THAT FAIL'], counted)]),
    ...(filters.length === 0 ? [] : ['', ...table(['FILTER', 'FIRST', 'ANY', 'SOLE'], filters)]),
  ]);
}

/** Why a pod does not go to a node, for people. */
export function whyNotAsText(answer: WhyNot): string {
  return lines(whyNotLines(answer));
}

/** The nodes that are cheapest to make fit, for people. */
export function fitAnywhereAsText({ sentence, items, lookedAt, nodes, isLeast }: FitAnywhere): string {
  const rows = items.map(({ node, cost, together, wouldWin }) => [
    node,
    String(cost ?? ''),
    wouldWin ? 'yes' : 'no',
    (together ?? []).map((change) => change.sentence).join('; ') || 'nothing: it fits',
  ]);
  return lines([
    ...wrapped(sentence),
    ...(rows.length === 0 ? [] : ['', ...table(['NODE', 'COST', 'WOULD WIN', 'WHAT IT TAKES'], rows)]),
    '',
    isLeast
      ? `Looked at ${lookedAt} of ${nodes.total} nodes; none of the others is cheaper.`
      : `Looked at ${lookedAt} of ${nodes.total} nodes. Not all changes were compared: the costs are at most these.`,
  ]);
}

function whyNotLines({ sentence, failures, changes, together, cost, isLeast, rivalry, node }: WhyNot): string[] {
  const causes = failures.flatMap(({ plugin, causes: texts, heldBy }, index) =>
    texts.map((text, at) => [plugin ?? '-', text, at === 0 ? podsOf(failures[index]?.heldBy ?? heldBy) : '']),
  );
  const options = changes.map(({ failure, change }) => [failure ?? '-', String(change.cost), change.sentence]);
  const needed = (together ?? []).map((change) => [String(change.cost), change.sentence]);
  return [
    ...wrapped(sentence),
    ...(causes.length === 0 ? [] : ['', ...table(['FILTER', 'CAUSE', 'HELD BY'], causes)]),
    ...(options.length === 0 ? [] : ['', ...table(['FILTER', 'COST', 'WHAT WOULD UNDO IT'], options)]),
    ...(needed.length === 0
      ? []
      : ['', `Together, at a cost of ${isLeast ? '' : 'at most '}${cost ?? 0}:`, ...table(['COST', 'CHANGE'], needed)]),
    ...(rivalry === null || rivalry.plugins.length === 0
      ? []
      : ['', ...scoreLines(rivalry.plugins, { node, against: rivalry.against ?? '', difference: rivalry.difference })]),
    ...requestLines(rivalry?.requestChanges ?? []),
  ];
}

/** So many pods are named; the data has all. */
const MOST_PODS = 3;

function podsOf(pods: readonly { readonly namespace: string; readonly name: string }[]): string {
  const named = pods.slice(0, MOST_PODS).map(({ namespace, name }) => `${namespace}/${name}`);
  const others = pods.length - named.length;
  return [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ');
}

interface Totals {
  readonly node: string;
  readonly against: string;
  readonly difference: number | null;
}

function scoreLines(plugins: readonly Contribution[], { node, against, difference }: Totals): string[] {
  const rows = plugins.map((one) => [
    one.plugin,
    String(one.weight),
    String(one.node.weighted),
    String(one.against.weighted),
    signed(one.difference),
  ]);
  const sum = (of: 'node' | 'against'): string => String(plugins.reduce((total, one) => total + one[of].weighted, 0));
  const total = ['total', '', sum('node'), sum('against'), signed(difference ?? 0)];
  return table(['SCORE', 'WEIGHT', node, against, 'DIFFERENCE'], [...rows, total]);
}

function requestLines(changes: readonly RequestChange[]): string[] {
  const rows = changes.map(({ resource, from, to, winner }) => [resource, from, to, winner ?? 'no node']);
  return rows.length === 0 ? [] : ['', ...table(['REQUEST', 'IS', 'WOULD BE', 'THEN ON'], rows)];
}

type Candidate = NonNullable<ExplainedDecision['preemption']>['candidates'][number];

function candidateLines(candidates: readonly Candidate[]): string[] {
  const rows = candidates.map(({ node, victims, otherVictims, budgets, budgetViolations, chosen, lostBy }) => [
    node,
    [podsOf(victims), ...(otherVictims > 0 ? [`${otherVictims} of other teams`] : [])].join(', '),
    String(budgetViolations),
    budgets.map(({ namespace, name }) => `${namespace}/${name}`).join(', '),
    chosen ? 'chosen' : (lostBy ?? 'as good'),
  ]);
  if (rows.length === 0) return [];
  return ['', ...table(['CANDIDATE', 'VICTIMS', 'VIOLATIONS', 'BROKEN BUDGETS', 'LOST BY'], rows)];
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [titles, ...rows];
  const widths = titles.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Columns of a sentence. */
const WIDTH = 100;

function wrapped(sentence: string): string[] {
  const all: string[] = [];
  for (const word of sentence.split(' ')) {
    const last = all.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) all[all.length - 1] = `${last} ${word}`;
    else all.push(word);
  }
  return all;
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
