import { definePlugin, type Cycle, type Plugin, type PreparedFilter, type PreparedScore } from '#scheduler';
import { readArgsBy } from './args.js';
import { PluginAsker, PluginKeeper, PluginProblem, type AskerOptions } from './asking/index.js';
import type { LoadedPlugin } from './messages.js';

/** Answers for rows of one attempt or of several, as `PluginAsker` does. */
type Asker = Pick<PluginAsker, 'beginAttempt' | 'filter' | 'score'>;

/** Plugins as profiles name them, where none is asked: profiles are judged, and nothing is decided. */
export function describedPlugins(plugins: readonly LoadedPlugin[]): readonly Plugin[] {
  return plugins.map((plugin) => hostedPlugin(plugin, NOBODY));
}

/** Plugins that are asked each in a thread of its own, while the scheduling worker waits. */
export class PluginHost {
  readonly plugins: readonly Plugin[];
  readonly #keeper = new PluginKeeper();

  constructor(loaded: readonly LoadedPlugin[], options: AskerOptions) {
    this.plugins = loaded.map((plugin) => hostedPlugin(plugin, new PluginAsker(plugin, this.#keeper, options)));
  }

  /** Ends the threads of all plugins. */
  stop(): Promise<void> {
    return this.#keeper.stop();
  }
}

function nobody(): never {
  throw new PluginProblem('is asked in threads that decide, and this is none');
}

const NOBODY: Asker = { beginAttempt: () => undefined, filter: nobody, score: nobody };

/** A plugin of the engine that asks an operator's plugin: about many nodes at once where it can. */
function hostedPlugin({ digest, description }: LoadedPlugin, asker: Asker): Plugin {
  const { name, reasons, reach, normalization, args, filters, scores } = description;
  return definePlugin({
    name,
    source: digest,
    reasons,
    filterReach: reach,
    scoreReach: reach,
    normalization,
    beginAttempt: () => {
      asker.beginAttempt();
    },
    ...(args !== null && { readArgs: readArgsBy(args), argsSchema: args }),
    ...(filters && { filter: (cycle: Cycle) => preparedFilter(cycle, asker) }),
    ...(scores && { score: (cycle: Cycle) => preparedScore(cycle, asker) }),
  });
}

function preparedFilter(cycle: Cycle, asker: Asker): PreparedFilter {
  const filterRows = (rows: Uint32Array, into: Uint32Array): void => {
    if (rows.length > 0) asker.filter({ point: 'filter', cycle, rows }, into);
  };
  return { kind: 'filter', filter: ofOne(filterRows, new Uint32Array(1)), filterRows };
}

function preparedScore(cycle: Cycle, asker: Asker): PreparedScore {
  const scoreRows = (rows: Uint32Array, into: Float64Array): void => {
    if (rows.length > 0) asker.score({ point: 'score', cycle, rows }, into);
  };
  return { kind: 'score', score: ofOne(scoreRows, new Float64Array(1)), scoreRows };
}

function ofOne<Into extends Uint32Array | Float64Array>(
  ofRows: (rows: Uint32Array, into: Into) => void,
  into: Into,
): (row: number) => number {
  return (row) => {
    ofRows(Uint32Array.of(row), into);
    return into[0] ?? 0;
  };
}
