import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPlugins, PluginHost } from '#plugin-host';
import { decidePods, IN_TREE_PLUGINS, readProfile, Snapshot, type Plugin, type Pod, type Profile } from '#scheduler';

/**
 * What a plugin of the operator's own costs: `node dist/test/bench/own-plugin.js` decides 1,000 pods of ten classes on
 * 1,000 nodes without one, and with one that has a filter and a score, by its reach; the median of five rounds each.
 */
const NODES = 1_000;
const PODS = 1_000;
const CLASSES = 10;
const ROUNDS = 5;

const plugin = (name: string, reach: string): string => `export default {
  name: '${name}', ${reach}
  filter: (pod, node) => node.metadata.labels.rack !== 'none' || 'node(s) have no rack',
  score: (pod, node) => (node.metadata.labels.rack === pod.metadata.labels.rack ? 100 : 0),
};`;

const REACHES = { Static: `reach: 'static',`, Node: `reach: 'node',`, Undeclared: '' };

function profileWith(plugins: readonly Plugin[], ...names: readonly string[]): Profile {
  const enabled = names.map((name) => ({ name }));
  const read = readProfile({ plugins: { multiPoint: { enabled } } }, [...IN_TREE_PLUGINS, ...plugins]);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.profile;
}

function podsPerSecond(profile: Profile): number {
  const snapshot = new Snapshot();
  for (let index = 0; index < NODES; index += 1)
    snapshot.addNode({
      metadata: { name: `n${index}`, labels: { rack: `r${index % 20}` } },
      status: { allocatable: { cpu: '32', memory: '64Gi', pods: '110' } },
    });
  const pods = Array.from({ length: PODS }, (_, index): Pod => ({
    metadata: { name: `p${index}`, namespace: 'd', uid: `u${index}`, labels: { rack: `r${index % CLASSES}` } },
    spec: { containers: [{ resources: { requests: { cpu: '100m', memory: '100Mi' } } }] },
  }));
  const begun = performance.now();
  let scheduled = 0;
  const batch = { snapshot, pods, profileOf: () => profile, tieBreak: { rule: 'first' }, now: '2026-01-01T00:00:00Z' };
  for (const { outcome } of decidePods(batch as Parameters<typeof decidePods>[0]))
    scheduled += outcome === 'scheduled' ? 1 : 0;
  if (scheduled !== PODS) throw new Error(`${PODS - scheduled} pods found no node`);
  return (PODS / (performance.now() - begun)) * 1_000;
}

const folder = mkdtempSync(join(tmpdir(), 'berth-bench-'));
const paths = Object.entries(REACHES).map(([name, reach]) => {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, plugin(name, reach));
  return path;
});
const host = new PluginHost(await loadPlugins(paths), { budgetMs: 1_000, now: () => performance.now() });
const profiles = new Map(
  [[], ...Object.keys(REACHES).map((name) => [name])].map((names) => [
    names[0] ?? 'none',
    profileWith(host.plugins, ...names),
  ]),
);
const rounds = new Map([...profiles.keys()].map((name): [string, number[]] => [name, []]));
// In turn, so that what warms up or is in the way is in the way of all.
for (let round = 0; round < ROUNDS; round += 1)
  for (const [name, profile] of profiles) rounds.get(name)?.push(podsPerSecond(profile));
for (const [name, figures] of rounds) {
  const median = figures.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  console.log(`${name.padEnd(12)}${Math.round(median)} pods/s`);
}
await host.stop();
rmSync(folder, { recursive: true });
