import {
  applyNomination,
  applyPlacement,
  IncrementalExecutor,
  isTerminating,
  placedPod,
  podKey,
  readProfile,
  schedulePod,
  Snapshot,
  type Attempt,
  type Executor,
  type Pod,
  type Profile,
} from '#scheduler';
import { InputError } from './read-recordings.js';
import { recordAttempt, recordPlugins } from './record-attempt.js';
import type { Recorded, RecordedResult, Scenario } from './recording.js';

/** Every candidate node is tried in a recording's preemption. */
const ALL_CANDIDATES = {
  name: 'DefaultPreemption',
  args: { minCandidateNodesPercentage: 100, minCandidateNodesAbsolute: 100 },
};
const FIRST_START = Date.UTC(2030, 0, 1);

/**
 * Plays a scenario and writes down what happened, as the recordings do; with the executor that
 * serves unless another is given.
 */
export function runScenario(scenario: Scenario, executor: Executor = new IncrementalExecutor()): Recorded {
  const profile = profileOf(scenario);
  const snapshot = snapshotOf(scenario);
  const results = scenario.pods.map((pod, index): RecordedResult => {
    if (isTerminating(pod)) return { pod: podKey(pod), outcome: 'skipped' };
    const attempt = attemptOf({ profile, snapshot, executor, pod, tieBreak: { rule: 'first' }, ordinal: index });
    const result = recordAttempt(attempt, snapshot);
    if (attempt.outcome === 'scheduled') applyPlacement(snapshot, attempt, startTime(index));
    else if (scenario.options?.nominateAfterPreemption === true) applyNomination(snapshot, attempt);
    return result;
  });
  return { plugins: recordPlugins(profile), queueOrder: queueOrder(scenario.pods, profile), results };
}

function profileOf({ id, profile = {} }: Scenario): Profile {
  const pluginConfig = profile.pluginConfig ?? [];
  const complete = pluginConfig.some(({ name }) => name === ALL_CANDIDATES.name)
    ? pluginConfig
    : [...pluginConfig, ALL_CANDIDATES];
  const read = readProfile({ ...profile, pluginConfig: complete });
  if ('profile' in read) return read.profile;
  throw new InputError(`${id}: ${read.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}`);
}

/** Nodes first, then the pods that are on them, then nominations, each in the order given. */
export function snapshotOf({ objects, pods }: Scenario): Snapshot {
  const { nodes = [], pods: existing = [], ...others } = objects;
  const snapshot = new Snapshot(others);
  for (const node of nodes) snapshot.addNode(node);
  for (const pod of existing) occupy(snapshot, pod);
  for (const pod of [...existing.filter(({ spec }) => !spec?.nodeName), ...pods]) nominate(snapshot, pod);
  return snapshot;
}

function occupy(snapshot: Snapshot, pod: Pod): void {
  const row = snapshot.rowOf(pod.spec?.nodeName ?? '');
  const finished = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
  if (row !== undefined && !finished) snapshot.addPod(placedPod(pod), row);
}

function nominate(snapshot: Snapshot, pod: Pod): void {
  const node = pod.status?.nominatedNodeName ?? '';
  if (node !== '') snapshot.nominations.add(placedPod(pod), node);
}

function attemptOf(input: Parameters<typeof schedulePod>[0]): Attempt {
  const step = schedulePod(input).next();
  if (step.done !== true) throw new Error('no plugin of the recordings asks anything');
  return step.value;
}

function startTime(index: number): string {
  return new Date(FIRST_START + index * 1000).toISOString();
}

function queueOrder(pods: readonly Pod[], { points }: Profile): readonly string[] {
  const [sorter] = points.queueSort;
  const queued = pods.map((pod, enteredAt) => ({ pod, enteredAt }));
  return queued.sort((a, b) => (sorter?.plugin.less?.(a, b) ? -1 : 1)).map(({ pod }) => podKey(pod));
}
