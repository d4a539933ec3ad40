import { DenseExecutor } from '../executor/index.js';
import { Consultation } from '../consultation/index.js';
import { IN_TREE_PLUGINS } from '../in-tree-plugins.js';
import { FORMER_PLUGINS } from './v1-20/v1-20-plugins.js';
import { IncomingPod } from '../pods/incoming-pod.js';
import { runPostFilter } from '../cycle/post-filter.js';
import type { Asking } from '../plugin.js';
import { defaultProfile, readProfile } from '../configuration/read-profile.js';
import { type Profile } from '../profile/index.js';
import {
  CONTRACT_PODS,
  contractBound,
  contractNodes,
  evidenceByRow,
  makeSnapshot,
  patternOf,
  snapshotState,
  STORAGE,
} from '../testing/index.js';

const inZoneA = { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] };
/** What work comes to that asks nobody. */
function unasked<T>(work: Asking<T>): T {
  const step = work.next();
  if (step.done !== true) throw new Error('nobody is asked here');
  return step.value;
}

const enforcing = (): Profile => {
  const addedAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [inZoneA] } };
  const read = readProfile({ pluginConfig: [{ name: 'NodeAffinity', args: { addedAffinity } }] });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.profile;
};

/** With the plugins that kube-scheduler has no more. */
const former = (): Profile => {
  const names = FORMER_PLUGINS.map(({ name }) => ({ name }));
  const read = readProfile({
    plugins: { multiPoint: { enabled: names } },
    pluginConfig: [
      { name: 'NodeLabel', args: { absentLabels: ['tape'] } },
      { name: 'ServiceAffinity', args: { affinityLabels: ['disk'] } },
      { name: 'RequestedToCapacityRatio', args: { shape: [{ utilization: 0, score: 1 }] } },
    ],
  });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.profile;
};

/** Everything that all plugins say about all pods. */
function everything(profile: Profile): { reasons: Map<string, Set<string>>; said: unknown[]; changed: boolean } {
  const snapshot = makeSnapshot(contractNodes(), contractBound(), STORAGE);
  const before = snapshotState(snapshot);
  const reasons = new Map<string, Set<string>>();
  const note = (plugin: string | null, code: string, texts: readonly string[]): void => {
    const known = reasons.get(plugin ?? '') ?? new Set();
    reasons.set(plugin ?? '', known);
    for (const text of texts) known.add(`${code}: ${text}`);
  };
  const said = CONTRACT_PODS.map((pod) => {
    for (const { plugin, args } of profile.points.preEnqueue) {
      const answer = plugin.preEnqueue?.(pod, args);
      if (answer?.kind === 'rejected') note(plugin.name, answer.code, answer.reasons);
    }
    const incoming = new IncomingPod(pod);
    const executor = new DenseExecutor();
    const evaluation = { profile, snapshot, pod: incoming };
    const filtered = executor.filter(evaluation);
    const { plugin, code, reasons: texts } = filtered.preFilter.status;
    if (code !== 'Success') note(plugin, code, texts);
    for (const own of filtered.preFilter.plugins)
      if (own.code !== 'Success' && own.code !== 'Skip') note(own.plugin, own.code, own.reasons);
    for (const bound of filtered.feasibleCount === 0 ? profile.points.postFilter : []) {
      const alone = { ...profile, points: { ...profile.points, postFilter: [bound] } };
      const made = unasked(
        runPostFilter({
          consultation: new Consultation(alone, pod),
          evaluation: { ...evaluation, profile: alone },
          executor,
          filtered,
          choose: () => 0,
        }),
      );
      if (made !== null && made.status.code !== 'Success')
        note(bound.plugin.name, made.status.code, made.status.reasons);
    }
    const { evidence, skipped } =
      filtered.feasibleCount > 0 ? executor.score(evaluation, filtered) : { evidence: filtered.evidence, skipped: [] };
    const seen = evidenceByRow(evidence);
    for (const status of new Set(seen.failures.flat())) note(status.plugin, status.code, status.reasons);
    return { ...seen, preFilter: filtered.preFilter, skipped };
  });
  return { reasons, said, changed: JSON.stringify(snapshotState(snapshot), plain) !== JSON.stringify(before, plain) };
}

const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

describe('the contract of plugins', () => {
  const profiles = (): Profile[] => [defaultProfile(), enforcing(), former()];

  test('the same input has the same output', () => {
    expect(profiles().map((profile) => everything(profile).said)).toEqual(
      profiles().map((profile) => everything(profile).said),
    );
  });
  test('the snapshot is left alone', () =>
    expect(profiles().map((profile) => everything(profile).changed)).toEqual([false, false, false]));
  test('names are unique, and every default is in the registry', () => {
    const names = IN_TREE_PLUGINS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(19 + FORMER_PLUGINS.length);
  });
  test('all are frozen', () => expect(IN_TREE_PLUGINS.filter((plugin) => !Object.isFrozen(plugin))).toEqual([]));
  test('each gives every reason it declares, and no other', () => {
    const runs = profiles().map(everything);
    const differences = IN_TREE_PLUGINS.flatMap(({ name, reasons = [] }) => {
      const given = runs.flatMap((run) => [...(run.reasons.get(name) ?? [])]);
      const patterns = reasons.map(patternOf);
      const never = reasons
        .filter((_, index) => !given.some((text) => patterns[index]?.test(text)))
        .map(({ code, text }) => `never: ${code}: ${text}`);
      const undeclared = given
        .filter((text) => !patterns.some((one) => one.test(text)))
        .map((text) => `undeclared: ${text}`);
      return [...never, ...undeclared].map((difference) => `${name} ${difference}`);
    });
    expect(differences).toEqual([]);
  });
});
