import { aggregateText } from '#apimachinery';
import {
  readProfile,
  schedulePod,
  type Attempt,
  type Executor,
  type Pod,
  type Profile,
  type ProfileProblem,
  type Snapshot,
} from '#scheduler';
import { rowsByZoneTurns, applyPlacement } from '../../libs/scheduler/src/testing/index.js';
import { recordPolicyAttempt } from './record-policy-attempt.js';
import type { Recorded, Scenario } from './recording.js';
import { snapshotOf, startTime } from './scenario-snapshot.js';

/** Plays a scenario of the family `legacy`: pods are placed by a Policy, as by kube-scheduler v1.20. */
export function runPolicyScenario(scenario: Scenario, executor: Executor): Recorded {
  const read = readProfile(policyOf(scenario));
  if ('problems' in read) return { policyError: sentenceOf(read.problems), results: [] };
  const { profile } = read;
  const snapshot = snapshotOf({ ...scenario, pods: [] });
  const nodeOrder = rowsByZoneTurns(snapshot).map((row) => snapshot.nodes[row]?.name ?? '');
  const results = scenario.pods.map((pod, index) => {
    const attempt = attemptOf({ profile, snapshot, executor, pod }, index);
    const result = recordPolicyAttempt(attempt, { profile, snapshot });
    if (attempt.outcome === 'scheduled') applyPlacement(snapshot, attempt, startTime(index));
    return result;
  });
  return { translation: recordTranslation(profile), plugins: recordPlugins(profile), nodeOrder, results };
}

/** The Policy of a scenario, with the feature gates that it was played with. */
export function policyOf({ policy, featureGates }: Scenario): object {
  return { ...policy, ...(featureGates && { featureGates }) };
}

interface AttemptScope {
  readonly profile: Profile;
  readonly snapshot: Snapshot;
  readonly executor: Executor;
  readonly pod: Pod;
}

function attemptOf(scope: AttemptScope, ordinal: number): Attempt {
  const step = schedulePod({ ...scope, tieBreak: { rule: 'first' }, ordinal }).next();
  if (step.done !== true) throw new Error('no plugin of a Policy asks anything');
  return step.value;
}

function recordTranslation({ policy }: Profile): unknown {
  const named = (entries: readonly { readonly name: string; readonly key: string }[] | null | undefined): unknown =>
    entries?.map(({ name, key }) => ({ name, key }));
  const { predicates, priorities, alwaysCheckAllPredicates } = policy?.translation ?? {};
  return { predicates: named(predicates), priorities: named(priorities), alwaysCheckAllPredicates };
}

function recordPlugins({ configuration: { plugins, pluginConfig } }: Profile): unknown {
  const { queueSort, preFilter, filter, postFilter, preScore, score, reserve } = plugins;
  const args = Object.fromEntries(pluginConfig.map(({ name, args: own }) => [name, own]));
  return { queueSort, preFilter, filter, postFilter, preScore, score, reserve, pluginConfig: args };
}

/** What kube-scheduler v1.20 says of these problems: it ends at the first unknown name, and at the first bad plugin. */
function sentenceOf(problems: readonly ProfileProblem[]): string {
  const [first] = problems;
  if (first === undefined) return '';
  if (/^(Invalid configuration: |Exactly 1 )/.test(first.message)) return `fatal: ${first.message}`;
  if (first.message.startsWith('initializing profiles: ')) return first.message;
  return aggregateText(
    problems.map(({ path, message }) => (message.startsWith('Invalid value: ') ? `${path}: ${message}` : message)),
  );
}
