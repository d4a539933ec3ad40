import { activeFilters, askPreFilter, type PreFilterAnswer } from '../../executor/asking/index.js';
import { IncomingPod } from '../../pods/incoming-pod.js';
import { readProfile } from '../../configuration/read-profile.js';
import { type Profile } from '../../profile/index.js';
import { StatusTable } from '../../evidence/statuses.js';
import {
  CONTRACT_PODS,
  contractBound,
  contractNodes,
  makeSnapshot,
  patternOf,
  snapshotState,
  STORAGE,
} from '../../testing/index.js';
import { V1_20_PLUGINS } from './v1-20-plugins.js';

/** Every predicate that there was, so that every filter is asked. */
function everyPredicate(): Profile {
  const names = [
    ...['CheckNodeCondition', 'CheckNodeMemoryPressure', 'CheckNodeDiskPressure', 'CheckNodePIDPressure'],
    ...['PodToleratesNodeNoExecuteTaints', 'GeneralPredicates', 'NoDiskConflict', 'MaxEBSVolumeCount'],
    ...['MaxGCEPDVolumeCount', 'MaxCSIVolumeCountPred', 'MaxAzureDiskVolumeCount', 'MaxCinderVolumeCount'],
    ...['CheckVolumeBinding', 'NoVolumeZoneConflict', 'EvenPodsSpread', 'MatchInterPodAffinity'],
  ].map((name): object => ({ name }));
  const custom = [
    { name: 'a', argument: { labelsPresence: { labels: ['tape'], presence: false } } },
    { name: 'b', argument: { serviceAffinity: { labels: ['disk'] } } },
  ];
  const read = readProfile({ kind: 'Policy', apiVersion: 'v1', olderNames: true, predicates: [...names, ...custom] });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.profile;
}

/** What every filter, asked alone, says of every pod on every node. */
function reasonsSaid({ points }: Profile): ReadonlyMap<string, ReadonlySet<string>> {
  const snapshot = makeSnapshot(contractNodes(), contractBound(), STORAGE);
  const before = plain(snapshotState(snapshot));
  const said = new Map<string, Set<string>>();
  const note = (plugin: string, code: string, reasons: readonly string[]): void => {
    const known = said.get(plugin) ?? new Set();
    said.set(plugin, known);
    for (const reason of reasons) known.add(`${code}: ${reason}`);
  };
  for (const pod of CONTRACT_PODS) {
    const statuses = new StatusTable();
    const scope = { pod: new IncomingPod(pod), snapshot, statuses };
    const answers = new Map<string, PreFilterAnswer>();
    for (const bound of points.preFilter) {
      const answer = askPreFilter(bound, scope);
      answers.set(bound.plugin.name, answer);
      if (answer.kind === 'rejected') note(bound.plugin.name, answer.code, answer.reasons);
    }
    for (const { bound, prepared } of activeFilters(points.filter, answers, scope)) {
      for (let row = 0; row < snapshot.nodeCount; row += 1) {
        const id = prepared.filter(row);
        if (id !== 0) note(bound.plugin.name, statuses.get(id).code, statuses.get(id).reasons);
      }
    }
  }
  expect(plain(snapshotState(snapshot))).toBe(before);
  return said;
}

function plain(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) => (typeof field === 'bigint' ? field.toString() : field));
}

describe('the contract of plugins of a Policy', () => {
  test('names are unique, and all are frozen', () => {
    expect(new Set(V1_20_PLUGINS.map(({ name }) => name)).size).toBe(V1_20_PLUGINS.length);
    expect(V1_20_PLUGINS.filter((plugin) => !Object.isFrozen(plugin))).toEqual([]);
  });
  test('each gives every reason it declares, and no other', () => {
    const profile = everyPredicate();
    const said = reasonsSaid(profile);
    const differences = profile.points.filter.flatMap(({ plugin: { name, reasons = [] } }) => {
      const given = [...(said.get(name) ?? [])];
      const patterns = reasons.map(patternOf);
      return [
        ...reasons
          .filter((_, index) => !given.some((text) => patterns[index]?.test(text)))
          .map(({ text }) => `never: ${text}`),
        ...given.filter((text) => !patterns.some((one) => one.test(text))).map((text) => `undeclared: ${text}`),
      ].map((difference) => `${name} ${difference}`);
    });
    expect(differences).toEqual([]);
  });
});
