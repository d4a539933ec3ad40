import type { Cycle } from './cycle.js';
import { inByteOrder, keyOf, nameOf } from './model.js';
import { candidateWrittenDown, preempt, type Preemption } from './plugins/default-preemption.js';
import { NO_CLAIMS, NO_STATE } from './plugins/dynamic-resources.js';
import type { PreFiltered } from './run-pre-filter.js';
import { writtenDown, type Status } from './status.js';

/** What PostFilter came to, and what it means for the pod's nomination: a node, none, or null: it stays as it is. */
export interface PostFiltered {
  readonly message: string;
  readonly nominate: string | null;
  readonly written: object;
}

interface Answer {
  readonly code: Preemption['code'];
  readonly reasons: readonly string[];
  readonly preemption?: Preemption;
}

/**
 * Asks the plugins in order until one succeeds or fails; the reasons of those that could do nothing are put together.
 */
export function runPostFilter(
  cycle: Cycle,
  preFiltered: PreFiltered,
  failures: ReadonlyMap<string, Status>,
): PostFiltered | null {
  const plugins = cycle.profile.points['postFilter'] ?? [];
  if (plugins.length === 0) return null;
  const reasons: string[] = [];
  let preemption: Preemption | undefined;
  for (const plugin of plugins) {
    const answer = ask(plugin, cycle, { preFiltered, failures });
    preemption = answer.preemption ?? preemption;
    if (answer.code === 'Success') return result({ code: 'Success' }, [], preemption);
    if (answer.code === 'Error') return result({ code: 'Error', plugin }, answer.reasons, undefined);
    reasons.push(...answer.reasons);
  }
  return result({ code: 'Unschedulable', plugin: plugins[0] ?? '' }, reasons, preemption);
}

function ask(
  plugin: string,
  cycle: Cycle,
  { preFiltered, failures }: { preFiltered: PreFiltered; failures: ReadonlyMap<string, Status> },
): Answer {
  if (plugin === 'DynamicResources') {
    return preFiltered.reached.includes(plugin)
      ? { code: 'Unschedulable', reasons: [NO_CLAIMS] }
      : { code: 'Error', reasons: [NO_STATE] };
  }
  const preemption = preempt(cycle, preFiltered, failures);
  return { code: preemption.code, reasons: preemption.reasons, preemption };
}

function result(
  status: { code: Preemption['code']; plugin?: string },
  reasons: readonly string[],
  preemption: Preemption | undefined,
): PostFiltered {
  const message = reasons.join(', ');
  const node = preemption?.best[0] ?? '';
  const resultIsNil = preemption?.isNil ?? true;
  const victims = preemption?.candidates.find((candidate) => candidate.node === node)?.victims ?? [];
  return {
    message,
    nominate: resultIsNil ? null : node,
    written: {
      ...status,
      message,
      resultIsNil,
      nominatedNode: node,
      best: preemption?.best ?? [],
      victims: victims.map(keyOf),
      candidates: sortedByNode(preemption).map(candidateWrittenDown),
      dryRunStatuses: Object.fromEntries(
        [...(preemption?.dryRunStatuses ?? [])].map(([name, failure]) => [name, writtenDown(failure)]),
      ),
    },
  };
}

function sortedByNode(preemption: Preemption | undefined): readonly Preemption['candidates'][number][] {
  const names = inByteOrder((preemption?.candidates ?? []).map(({ node }) => node));
  return names.flatMap((name) => (preemption?.candidates ?? []).filter(({ node }) => node === name));
}

/** The statuses that preemption looks at: of every node, whether it was looked at or not. */
export function failuresOfAll(cycle: Cycle, failure: Status): ReadonlyMap<string, Status> {
  return new Map(cycle.cluster.nodes.map((node) => [nameOf(node), failure]));
}
