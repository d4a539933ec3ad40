import {
  type PluginStatus,
  type PreFilterRecord,
  cycleFor,
  type AttemptScope,
  guard,
  NotSupportedYet,
  PluginFailure,
} from '../../attempt/index.js';
import type { PreparedFilter, Rejection, Skip } from '../../plugin.js';
import type { BoundPlugin } from '../../profile/index.js';
import { compareBytes } from '../../snapshot/index.js';

/** What a PreFilter plugin answered for the pod of this attempt. */
export type PreFilterAnswer = PreparedFilter | Rejection | Skip;

export interface PreFilterOutcome {
  /** By plugin name, in order; plugins behind one that stopped the framework are there too. */
  readonly answers: ReadonlyMap<string, PreFilterAnswer>;
  readonly record: PreFilterRecord;
  /** Plugins that restrict the nodes, in byte order. */
  readonly restricting: readonly string[];
}

/**
 * Runs every PreFilter plugin, also those that kube-scheduler would no longer ask: their
 * filters belong to the evidence.
 */
export function runPreFilter(plugins: readonly BoundPlugin[], scope: AttemptScope): PreFilterOutcome {
  const answers = new Map<string, PreFilterAnswer>();
  for (const bound of plugins) answers.set(bound.plugin.name, askPreFilter(bound, scope));
  return summarise(answers);
}

export function askPreFilter(bound: BoundPlugin, scope: AttemptScope): PreFilterAnswer {
  const { plugin } = bound;
  const answer = guard(plugin.name, () => plugin.preFilter?.(cycleFor(bound, scope)));
  if (answer === undefined) throw new PluginFailure(`plugin ${JSON.stringify(plugin.name)} has no PreFilter`);
  if (answer.kind === 'notSupported') throw new NotSupportedYet(plugin.name);
  return answer;
}

/** As kube-scheduler v1.34 RunPreFilterPlugins. */
export function summarise(answers: ReadonlyMap<string, PreFilterAnswer>): PreFilterOutcome {
  const skipped: string[] = [];
  const restricting: string[] = [];
  let asked = 0;
  let status: PluginStatus = { plugin: null, code: 'Success', reasons: [] };
  let names: ReadonlySet<string> | null = null;
  for (const [plugin, answer] of answers) {
    asked += 1;
    if (answer.kind === 'skip') {
      skipped.push(plugin);
    } else if (answer.kind === 'rejected') {
      if (answer.code === 'Error')
        throw new PluginFailure(`running PreFilter plugin ${JSON.stringify(plugin)}: ${answer.reasons.join(', ')}`);
      status = { plugin, code: answer.code, reasons: answer.reasons };
      if (answer.code === 'UnschedulableAndUnresolvable') {
        names = null;
        break;
      }
    } else if (answer.nodeNames !== undefined) {
      restricting.push(plugin);
      names = intersection(names, answer.nodeNames);
      if (names.size === 0) {
        status = { plugin: null, code: 'UnschedulableAndUnresolvable', reasons: [disjoint(restricting)] };
        break;
      }
    }
  }
  const nodeNames = names === null ? null : [...names].sort(compareBytes);
  restricting.sort(compareBytes);
  return {
    answers,
    restricting,
    record: { plugins: [...answers].map(listed), asked, status, nodeNames, skipped: skipped.sort(compareBytes) },
  };
}

function listed([plugin, answer]: [string, PreFilterAnswer]): PreFilterRecord['plugins'][number] {
  if (answer.kind === 'skip') return { plugin, code: 'Skip', reasons: [], nodeNames: null };
  if (answer.kind === 'rejected') return { plugin, code: answer.code, reasons: answer.reasons, nodeNames: null };
  const nodeNames = answer.nodeNames === undefined ? null : [...answer.nodeNames].sort(compareBytes);
  return { plugin, code: 'Success', reasons: [], nodeNames };
}

function intersection(a: ReadonlySet<string> | null, b: ReadonlySet<string>): ReadonlySet<string> {
  return a === null ? b : new Set([...a].filter((name) => b.has(name)));
}

function disjoint(plugins: readonly string[]): string {
  const sorted = [...plugins].sort(compareBytes);
  return sorted.length === 1
    ? `node(s) didn't satisfy plugin ${sorted[0] ?? ''}`
    : `node(s) didn't satisfy plugin(s) [${sorted.join(' ')}] simultaneously`;
}
