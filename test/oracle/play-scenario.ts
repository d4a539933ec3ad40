import type { Recorded, RecordedResult } from '../conformance/recording.js';
import { attemptOf, pluginsAt, type Cycle } from './cycle.js';
import { fitErrorOf, preFilterErrorOf } from './fit-error.js';
import { inByteOrder, keyOf, nameOf, uidOf, type Cluster } from './model.js';
import type { NodeObject, PodObject } from './objects.js';
import { nominationsAfter } from './plugins/default-preemption.js';
import { queueOrder } from './plugins/priority-sort.js';
import { effectiveProfile, type EffectiveProfile } from './profile.js';
import { everyFailure, failureWithNominated } from './run-filters.js';
import { failuresOfAll, runPostFilter } from './run-post-filter.js';
import { leftOut, runPreFilter, type PreFiltered } from './run-pre-filter.js';
import { runScores, runUnreadScores } from './run-scores.js';
import type { Scenario } from './scenario.js';
import { AttemptError, statusOf, writtenDown, type Status } from './status.js';

const FIRST_START = Date.UTC(2030, 0, 1);

/** What one attempt came to: what is written down, and the cluster that the next pod meets. */
interface Played {
  readonly result: RecordedResult;
  readonly cluster: Cluster;
}

/** Schedules the pods of a scenario one after the other, and writes down all that FORMAT.md asks for. */
export function playScenario(scenario: Scenario): Recorded {
  const profile = effectiveProfile(scenario.profile);
  const nominates = scenario.options?.nominateAfterPreemption === true;
  let cluster = firstCluster(scenario);
  const results: RecordedResult[] = [];
  scenario.pods.forEach((pod, index) => {
    const started = {
      ...pod,
      status: { ...pod.status, startTime: pod.status?.startTime ?? new Date(FIRST_START + index * 1000).toISOString() },
    };
    const played = play({ pod, cluster, profile }, { started, nominates });
    results.push({ pod: keyOf(pod), ...played.result });
    cluster = played.cluster;
  });
  return { plugins: pluginsOf(profile), queueOrder: queueOrder(scenario.pods), results };
}

function firstCluster({ objects, pods }: Scenario): Cluster {
  const existing = objects.pods ?? [];
  const waiting = [...existing.filter(({ spec }) => (spec?.nodeName ?? '') === ''), ...pods];
  const isThere = ({ spec }: PodObject): boolean =>
    (objects.nodes ?? []).some((node) => nameOf(node) === spec?.nodeName);
  return {
    nodes: objects.nodes ?? [],
    pods: existing.filter((pod) => isThere(pod) && !['Succeeded', 'Failed'].includes(pod.status?.phase ?? '')),
    nominated: waiting.flatMap((pod) =>
      pod.status?.nominatedNodeName ? [{ pod, node: pod.status.nominatedNodeName }] : [],
    ),
    objects,
  };
}

function pluginsOf({ points, weights }: EffectiveProfile): object {
  return { ...points, score: (points['score'] ?? []).map((name) => ({ name, weight: weights.get(name) })) };
}

function play(cycle: Cycle, after: { started: PodObject; nominates: boolean }): Played {
  if (cycle.pod.metadata?.deletionTimestamp !== undefined)
    return { result: { outcome: 'skipped' }, cluster: cycle.cluster };
  const gate = gateOf(cycle);
  if (gate !== null) return { result: { outcome: 'gated', preEnqueue: writtenDown(gate) }, cluster: cycle.cluster };
  try {
    return attempt(cycle, after);
  } catch (error) {
    if (!(error instanceof AttemptError)) throw error;
    return { result: { outcome: 'error', error: error.message }, cluster: cycle.cluster };
  }
}

function gateOf(cycle: Cycle): Status | null {
  for (const plugin of pluginsAt(cycle, 'preEnqueue')) {
    const verdict = plugin.preEnqueue?.(attemptOf(cycle, plugin)) ?? null;
    if (verdict !== null) return statusOf(plugin.name, verdict);
  }
  return null;
}

function attempt(cycle: Cycle, after: { started: PodObject; nominates: boolean }): Played {
  const preFiltered = runPreFilter(cycle);
  const failures = failuresOf(cycle, preFiltered);
  const feasible =
    preFiltered.rejection === null ? cycle.cluster.nodes.filter((node) => !failures.has(nameOf(node))) : [];
  const evidence = { preFilter: preFilterOf(preFiltered), ...filtersOf(cycle, preFiltered, failures) };
  if (feasible.length > 0) return select(cycle, { feasible, evidence, started: after.started });
  const { rejection } = preFiltered;
  const nodes = cycle.cluster.nodes.length;
  const fitErrorFilter =
    rejection === null
      ? fitErrorOf(
          nodes,
          [...failures.values()].map(({ reasons }) => reasons),
        )
      : preFilterErrorOf(nodes, rejection.reasons);
  const postFiltered = runPostFilter(cycle, preFiltered, failures);
  const message = postFiltered?.message ?? '';
  const result = {
    outcome: 'unschedulable',
    ...evidence,
    fitErrorFilter,
    fitError: message === '' ? fitErrorFilter : `${fitErrorFilter} ${message}`,
  };
  return {
    result: postFiltered === null ? result : { ...result, postFilter: postFiltered.written },
    cluster: after.nominates ? renominated(cycle, postFiltered?.nominate ?? null) : cycle.cluster,
  };
}

/** Node by node, kube-scheduler's own status of those that are not feasible. */
function failuresOf(cycle: Cycle, preFiltered: PreFiltered): ReadonlyMap<string, Status> {
  if (preFiltered.rejection !== null) return failuresOfAll(cycle, preFiltered.rejection);
  const failures = new Map<string, Status>();
  for (const node of cycle.cluster.nodes) {
    const isNamed = preFiltered.nodeNames === null || preFiltered.nodeNames.includes(nameOf(node));
    const failure = isNamed
      ? failureWithNominated(cycle, preFiltered, { node, question: { cluster: cycle.cluster, changes: [] } })
      : leftOut(preFiltered);
    if (failure?.code === 'Error') throw new AttemptError(failure.reasons.join(', '));
    if (failure !== null) failures.set(nameOf(node), failure);
  }
  return failures;
}

function preFilterOf({ answers, rejection, nodeNames, skipped }: PreFiltered): object {
  const plugins = [...answers].map(([plugin, answer]) => {
    if ('skip' in answer) return { plugin, code: 'Skip' };
    if ('reject' in answer) return writtenDown(statusOf(plugin, answer.reject));
    return {
      plugin,
      code: 'Success',
      ...(answer.nodeNames !== undefined && { nodeNames: inByteOrder(answer.nodeNames) }),
    };
  });
  const overall = rejection === null ? { code: 'Success' } : writtenDown(rejection);
  return {
    plugins,
    ...overall,
    nodeNames: nodeNames === null ? null : inByteOrder(nodeNames),
    skipped: inByteOrder(skipped),
  };
}

function filtersOf(
  cycle: Cycle,
  preFiltered: PreFiltered,
  failures: ReadonlyMap<string, Status>,
): { filter: object; filterAll: object } {
  return {
    filter: Object.fromEntries([...failures].map(([node, failure]) => [node, writtenDown(failure)])),
    filterAll: Object.fromEntries(
      cycle.cluster.nodes.map((node) => [nameOf(node), everyFailure(cycle, preFiltered, node).map(writtenDown)]),
    ),
  };
}

/** The first of the best nodes; but the nominated node, when it passes, whatever it scores. */
function select(
  cycle: Cycle,
  { feasible, evidence, started }: { feasible: readonly NodeObject[]; evidence: object; started: PodObject },
): Played {
  const names = inByteOrder(feasible.map(nameOf));
  const sorted = names.flatMap((name) => feasible.filter((node) => nameOf(node) === name));
  const nominated = sorted.find((node) => nameOf(node) === cycle.pod.status?.nominatedNodeName);
  const scored =
    sorted.length === 1 || nominated !== undefined ? runUnreadScores(cycle, sorted) : runScores(cycle, sorted);
  const selected = nominated ?? sorted.find((node) => nameOf(node) === scored.best[0]);
  if (selected === undefined) throw new Error('one of the feasible nodes is the best');
  const result = {
    outcome: 'scheduled',
    ...evidence,
    feasible: names,
    ...scored,
    selected: nameOf(selected),
    nominatedNodeUsed: nominated !== undefined,
  };
  return { result, cluster: withPlaced(cycle, started, selected) };
}

/** The pod is assumed on its node, its volumes are reserved, and it is nominated no more. */
function withPlaced(cycle: Cycle, started: PodObject, node: NodeObject): Cluster {
  let { cluster } = cycle;
  const filters = pluginsAt(cycle, 'filter');
  for (const plugin of pluginsAt(cycle, 'reserve')) {
    // Volumes are taken as Filter found them: where the profile does not run it, none are.
    if (!filters.includes(plugin)) continue;
    const objects = plugin.reserve?.({ ...attemptOf(cycle, plugin), cluster }, node);
    if (objects !== undefined) cluster = { ...cluster, objects };
  }
  const placed = { ...started, spec: { ...started.spec, nodeName: nameOf(node) } };
  return { ...cluster, pods: [...cluster.pods, placed], nominated: withoutNomination(cluster, cycle.pod) };
}

function withoutNomination({ nominated }: Cluster, pod: PodObject): Cluster['nominated'] {
  return nominated.filter((other) => uidOf(other.pod) !== uidOf(pod));
}

function renominated({ cluster, pod }: Cycle, node: string | null): Cluster {
  if (node === null) return cluster;
  return {
    ...cluster,
    nominated: node === '' ? withoutNomination(cluster, pod) : nominationsAfter(cluster, pod, node),
  };
}
