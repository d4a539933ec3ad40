import type { Status } from '../evidence/index.js';
import { DenseExecutor, type Scored } from '../executor/index.js';
import { IncomingPod } from '../pods/index.js';
import type { Pod } from '../objects/index.js';
import type { Plugin } from '../plugin.js';
import { defaultBinder } from '../plugins/default-binder/plugin.js';
import { prioritySort } from '../plugins/priority-sort/plugin.js';
import { readProfile } from '../configuration/index.js';
import { type Profile } from '../profile/index.js';
import type { Snapshot } from '../snapshot/index.js';
import { evidenceByRow } from './evidence-by-row.js';

/** A profile with these plugins and nothing else but what every profile needs. */
export function profileWith(plugins: readonly Plugin[], args: Readonly<Record<string, unknown>> = {}): Profile {
  const enabled = [prioritySort, defaultBinder, ...plugins].map(({ name }) => ({ name }));
  const pluginConfig = Object.entries(args).map(([name, value]) => ({ name, args: value }));
  const read = readProfile({ plugins: { multiPoint: { disabled: [{ name: '*' }], enabled } }, pluginConfig }, [
    prioritySort,
    defaultBinder,
    ...plugins,
  ]);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.profile;
}

/** What one plugin says of one pod on every node, by node name. */
export interface PluginAnswers {
  /** Verdicts in words; nodes that pass are absent. */
  readonly filter: Readonly<Record<string, string>>;
  readonly raw: Readonly<Record<string, number>>;
  readonly normalized: Readonly<Record<string, number>>;
  /** What PreFilter said; `nodeNames` where it restricts the nodes. */
  readonly preFilter: {
    readonly code: string;
    readonly reasons: readonly string[];
    readonly nodeNames?: readonly string[];
  } | null;
  readonly skipsScore: boolean;
}

/** Runs one plugin alone; where no node is left, nothing is scored. `args` are as in a configuration file. */
export function runPlugin(
  plugin: Plugin,
  { pod, snapshot, args }: { pod: Pod; snapshot: Snapshot; args?: unknown },
): PluginAnswers {
  const profile = profileWith([plugin], args === undefined ? {} : { [plugin.name]: args });
  const executor = new DenseExecutor();
  const evaluation = { profile, snapshot, pod: new IncomingPod(pod) };
  const filtered = executor.filter(evaluation);
  const unscored: Pick<Scored, 'evidence' | 'skipped'> = { evidence: filtered.evidence, skipped: [] };
  const { evidence, skipped } = filtered.feasibleCount > 0 ? executor.score(evaluation, filtered) : unscored;
  const {
    first,
    scores: [column],
  } = evidenceByRow(evidence);
  const named = <T>(values: readonly (T | null)[]): [name: string, value: T][] =>
    values.flatMap((value, row): [string, T][] => (value === null ? [] : [[snapshot.nodes[row]?.name ?? '', value]]));
  const byName = (values: readonly (number | null)[] = []): Record<string, number> => Object.fromEntries(named(values));
  const verdict = ({ code, reasons }: Status): string => `${code}: ${reasons.join(', ')}`;
  const [asked] = filtered.preFilter.plugins;
  return {
    filter: Object.fromEntries(named(first).map(([name, status]) => [name, verdict(status)])),
    raw: byName(column?.raw),
    normalized: byName(column?.normalized),
    preFilter:
      asked === undefined
        ? null
        : { code: asked.code, reasons: asked.reasons, ...(asked.nodeNames && { nodeNames: asked.nodeNames }) },
    skipsScore: skipped.includes(plugin.name),
  };
}
