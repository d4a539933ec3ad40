import { attemptOf, pluginsAt, type Cycle } from './cycle.js';
import { inByteOrder, type PreFilterAnswer } from './model.js';
import { AttemptError, statusOf, type Status } from './status.js';

/** What PreFilter came to. */
export interface PreFiltered {
  /** Each plugin's own answer, as if it were the only one. */
  readonly answers: ReadonlyMap<string, PreFilterAnswer>;
  /** Null: the pod goes on to the nodes. */
  readonly rejection: Status | null;
  /** The nodes in question; null: all of them. */
  readonly nodeNames: readonly string[] | null;
  /** The plugins that named nodes. */
  readonly restricting: readonly string[];
  /** The plugins that had nothing to say, of those that were reached. */
  readonly skipped: readonly string[];
  /** The plugins that were asked before the framework stopped. */
  readonly reached: readonly string[];
}

/** Asks the plugins in order. UnschedulableAndUnresolvable stops; Unschedulable is kept, and the others are asked. */
export function runPreFilter(cycle: Cycle): PreFiltered {
  const answers = new Map(
    pluginsAt(cycle, 'preFilter').map((plugin) => [plugin.name, plugin.preFilter?.(attemptOf(cycle, plugin)) ?? {}]),
  );
  const skipped: string[] = [];
  const reached: string[] = [];
  const restricting: string[] = [];
  let rejection: Status | null = null;
  let nodeNames: readonly string[] | null = null;
  for (const [plugin, answer] of answers) {
    reached.push(plugin);
    if ('skip' in answer) skipped.push(plugin);
    if ('reject' in answer) {
      rejection = statusOf(plugin, answer.reject);
      if (answer.reject.code === 'Error')
        throw new AttemptError(`running PreFilter plugin "${plugin}": ${answer.reject.reasons.join(', ')}`);
      if (answer.reject.code === 'UnschedulableAndUnresolvable') break;
    }
    if ('nodeNames' in answer && answer.nodeNames !== undefined) {
      const named: readonly string[] = answer.nodeNames;
      restricting.push(plugin);
      nodeNames = nodeNames === null ? named : nodeNames.filter((name) => named.includes(name));
      if (nodeNames.length === 0) {
        rejection = nowhere(restricting);
        break;
      }
    }
  }
  return {
    answers,
    rejection,
    nodeNames: rejection === null ? nodeNames : null,
    restricting: inByteOrder(restricting),
    skipped,
    reached,
  };
}

function nowhere(restricting: readonly string[]): Status {
  const [first] = restricting;
  const reason =
    restricting.length === 1
      ? `node(s) didn't satisfy plugin ${first}`
      : `node(s) didn't satisfy plugin(s) [${inByteOrder(restricting).join(' ')}] simultaneously`;
  return { code: 'UnschedulableAndUnresolvable', reasons: [reason] };
}

/** The status of a node that PreFilter left out of its list. */
export function leftOut({ restricting }: PreFiltered): Status {
  return {
    code: 'UnschedulableAndUnresolvable',
    reasons: [`node(s) didn't satisfy plugin(s) [${restricting.join(' ')}]`],
  };
}
