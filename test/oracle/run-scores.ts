import { attemptOf, pluginsAt, type Cycle } from './cycle.js';
import { inByteOrder, nameOf, type ScoreAttempt } from './model.js';
import type { NodeObject } from './objects.js';
import { AttemptError } from './status.js';

export interface ScoreColumn {
  readonly plugin: string;
  readonly weight: number;
  readonly raw: readonly number[];
  readonly normalized: readonly number[];
  readonly weighted: readonly number[];
}

/** Columns are parallel to the nodes that were given. */
export interface Scored {
  readonly preScoreSkipped: readonly string[];
  readonly scores: readonly ScoreColumn[];
  readonly totals: readonly number[];
  /** The names of the nodes with the highest total. */
  readonly best: readonly string[];
}

/**
 * The same where nobody reads the scores: with a single node to choose from kube-scheduler does not ask for them, so an
 * error of a plugin does not end the attempt. There are no scores to write down then.
 */
export function runUnreadScores(cycle: Cycle, feasible: readonly NodeObject[]): Scored {
  try {
    return runScores(cycle, feasible);
  } catch (error) {
    if (!(error instanceof AttemptError)) throw error;
    return { preScoreSkipped: [], scores: [], totals: feasible.map(() => 0), best: inByteOrder(feasible.map(nameOf)) };
  }
}

/** Scores the nodes that passed. A plugin that PreScore skipped gives no column. */
export function runScores(cycle: Cycle, feasible: readonly NodeObject[]): Scored {
  const preScoreSkipped = inByteOrder(
    pluginsAt(cycle, 'preScore')
      .map(({ name }) => name)
      .filter((name) => isSkipped(cycle, feasible, name)),
  );
  const scoring = pluginsAt(cycle, 'score').filter(({ name }) => !preScoreSkipped.includes(name));
  const scores = scoring.map(({ name }) => columnOf(cycle, feasible, name));
  const totals = feasible.map((_node, index) =>
    scores.reduce((total, { weighted }) => total + (weighted[index] ?? 0), 0),
  );
  const highest = Math.max(...totals);
  const best = inByteOrder(feasible.filter((_node, index) => totals[index] === highest).map(nameOf));
  return { preScoreSkipped, scores, totals, best };
}

function isSkipped(cycle: Cycle, feasible: readonly NodeObject[], name: string): boolean {
  const plugin = pluginsAt(cycle, 'preScore').find((other) => other.name === name);
  if (plugin?.preScoreSkip === undefined) return false;
  const answer = plugin.preScoreSkip({ ...attemptOf(cycle, plugin), feasible });
  if (typeof answer === 'object') throw new AttemptError(`running PreScore plugin "${name}": ${answer.error}`);
  return answer;
}

function columnOf(cycle: Cycle, feasible: readonly NodeObject[], name: string): ScoreColumn {
  const plugin = pluginsAt(cycle, 'score').find((other) => other.name === name) ?? { name };
  const attempt: ScoreAttempt = { ...attemptOf(cycle, plugin), feasible };
  const weight = cycle.profile.weights.get(name) ?? 1;
  const raw = feasible.map((node) => plugin.score?.(attempt, node) ?? 0);
  const normalized = plugin.normalize?.(attempt, raw) ?? raw;
  const invalid = normalized.find((score) => score < 0 || score > 100);
  if (invalid !== undefined) {
    const problem =
      `plugin "${name}" returns an invalid score ${invalid}, it should in the range of ` + '[0, 100] after normalizing';
    throw new AttemptError(`applying score defaultWeights on Score plugins: ${problem}`);
  }
  return { plugin: name, weight, raw, normalized, weighted: normalized.map((score) => score * weight) };
}
