import { parseArgs } from 'node:util';
import { readCount } from '../arguments.js';
import { WorkloadError } from '../workload.js';
import { access } from './access.js';
import { answers } from './answers.js';
import { arrivals } from './arrivals.js';
import { binder } from './binder.js';
import { comparison } from './comparison.js';
import { decisionQueries } from './decision-queries/index.js';
import { extenders } from './extenders.js';
import { fairness } from './fairness.js';
import type { FigureSize, FurtherFigure } from './further-figure.js';
import { forks } from './forks.js';
import { largeCluster } from './large-cluster.js';
import { living } from './living.js';
import { neighbour } from './neighbour.js';
import { observed } from './observed.js';
import { past } from './past.js';
import { refusals } from './refusals.js';
import { replay } from './replay.js';
import { reportHistory } from './report-history.js';
import { reportRows } from './report-rows.js';
import { secondWall } from './second-wall.js';
import { singlePod } from './single-pod.js';
import { traces } from './traces.js';
import { verification } from './verification.js';
import { watch } from './watch.js';
import { whatIf } from './what-if.js';

/** By the names under which they are asked for. */
export const FIGURES: Readonly<Record<string, FurtherFigure>> = {
  'single-pod': singlePod,
  traces,
  answers,
  'large-cluster': largeCluster,
  'decision-queries': decisionQueries,
  forks,
  past,
  replay,
  verification,
  fairness,
  extenders,
  'what-if': whatIf,
  comparison,
  'second-wall': secondWall,
  access,
  neighbour,
  refusals,
  watch,
  binder,
  living,
  arrivals,
  observed,
  'report-rows': reportRows,
  'report-history': reportHistory,
};

export const FIGURE_USAGE =
  `usage: figure ${Object.keys(FIGURES).join('|')} [--runs N] [--nodes N] [--pods N | --count ` +
  'N] [--rounds N] [--json]';

export interface FigureArguments {
  readonly name: string;
  readonly figure: FurtherFigure;
  readonly size: FigureSize;
  /** Fresh services. */
  readonly runs: number;
  readonly json: boolean;
}

/** Reads the command line. Throws WorkloadError on what it cannot use. */
export function readFigureArguments(argv: readonly string[]): FigureArguments {
  const { values, positionals } = parsed(argv);
  const [name = '', ...more] = positionals;
  const figure = FIGURES[name];
  if (figure === undefined || more.length > 0) throw new WorkloadError(FIGURE_USAGE);
  const { nodes, pods, rounds } = figure.size;
  const count = (option: 'nodes' | 'pods' | 'rounds' | 'runs', usual: number): number =>
    readCount(`--${option}`, values[option] ?? (option === 'pods' ? values.count : undefined) ?? String(usual));
  return {
    name,
    figure,
    size: { nodes: count('nodes', nodes), pods: count('pods', pods), rounds: count('rounds', rounds) },
    runs: count('runs', 1),
    json: values.json === true,
  };
}

function parsed(argv: readonly string[]) {
  const number = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { runs: number, nodes: number, pods: number, count: number, rounds: number, json: { type: 'boolean' } },
    });
  } catch (error) {
    throw new WorkloadError(`${error instanceof Error ? error.message : String(error)}\n${FIGURE_USAGE}`);
  }
}
