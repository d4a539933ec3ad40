import type { ReasonTemplate } from '#scheduler';
import type { PluginDescription, Verdict } from '../messages.js';
import type { WrittenPlugin } from './written-plugin.js';

/** What a plugin that nothing is wrong with says of itself. */
export function describe(plugin: WrittenPlugin): PluginDescription {
  const reach = plugin.reach ?? 'cluster';
  return {
    name: plugin.name,
    args: plugin.args === undefined ? null : (JSON.parse(JSON.stringify(plugin.args)) as PluginDescription['args']),
    reasons: (plugin.reasons ?? []).map((reason) =>
      typeof reason === 'string' ? { code: usualCode(reach), text: reason } : templateOf(reason as ReasonTemplate),
    ),
    reach,
    normalization: (plugin.normalization ?? 'none') as PluginDescription['normalization'],
    filters: plugin.filter !== undefined,
    scores: plugin.score !== undefined,
    pods: reach !== 'static' && (plugin.pods === true || plugin.nodeState !== undefined),
  };
}

/** Where a filter says no more than a reason: pods that go change nothing of an answer that is about the node alone. */
export function usualCode(reach: PluginDescription['reach']): Verdict['code'] {
  return reach === 'static' ? 'UnschedulableAndUnresolvable' : 'Unschedulable';
}

function templateOf({ code, text }: ReasonTemplate): ReasonTemplate {
  return { code, text };
}
