import {
  IncrementalExecutor,
  isTerminating,
  podKey,
  readProfile,
  schedulePod,
  type Attempt,
  type Executor,
  type Pod,
  type Profile,
} from '#scheduler';
import { applyNomination, applyPlacement } from '../../libs/scheduler/src/testing/index.js';
import { InputError } from './read-recordings.js';
import { runPolicyScenario } from './run-policy.js';
import { snapshotOf, startTime } from './scenario-snapshot.js';
import { recordAttempt, recordPlugins } from './record-attempt.js';
import type { Recorded, RecordedResult, Scenario } from './recording.js';

/** Every candidate node is tried in a recording's preemption. */
const ALL_CANDIDATES = {
  name: 'DefaultPreemption',
  args: { minCandidateNodesPercentage: 100, minCandidateNodesAbsolute: 100 },
};

/**
 * Plays a scenario and writes down what happened, as the recordings do; with the executor that
 * serves unless another is given.
 */
export function runScenario(scenario: Scenario, executor: Executor = new IncrementalExecutor()): Recorded {
  if (scenario.policy !== undefined) return runPolicyScenario(scenario, executor);
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

/** The profile of a scenario, in which preemption tries every candidate. */
export function profileOf({ id, profile = {} }: Scenario): Profile {
  const pluginConfig = profile.pluginConfig ?? [];
  const complete = pluginConfig.some(({ name }) => name === ALL_CANDIDATES.name)
    ? pluginConfig
    : [...pluginConfig, ALL_CANDIDATES];
  const read = readProfile({ ...profile, pluginConfig: complete });
  if ('profile' in read) return read.profile;
  throw new InputError(`${id}: ${read.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}`);
}

function attemptOf(input: Parameters<typeof schedulePod>[0]): Attempt {
  const step = schedulePod(input).next();
  if (step.done !== true) throw new Error('no plugin of the recordings asks anything');
  return step.value;
}

function queueOrder(pods: readonly Pod[], { points }: Profile): readonly string[] {
  const [sorter] = points.queueSort;
  const queued = pods.map((pod, enteredAt) => ({ pod, enteredAt }));
  return queued.sort((a, b) => (sorter?.plugin.less?.(a, b) ? -1 : 1)).map(({ pod }) => podKey(pod));
}
