import type { Pod, ReadableSnapshot } from '#scheduler';
import { SettableLabels } from './settable-labels.js';

const snapshotOf = (...labels: Record<string, string>[]): Pick<ReadableSnapshot, 'nodes' | 'objects'> => ({
  nodes: labels.map((own, at) => ({ name: `n${at}`, labels: own })),
  objects: {},
});

const selecting = (nodeSelector: Record<string, string>): Pod => ({ spec: { nodeSelector } });

const maySet = (key: string): boolean => new SettableLabels({}, snapshotOf({})).maySet(key);

test.each([
  'zone',
  'arch',
  'os',
  'agentpool',
  'instance-type',
  'instanceType',
  'instance_type',
  'node-group',
  'hcloud/node-group',
  'acme.io/zone',
  'acme.io/availabilityZone',
  'csi.hetzner.cloud/location',
  'kubernetes.azure.com/mode',
  'kubernetes.io/role',
])('%s says what a node is, and is not set', (key) => {
  expect(maySet(key)).toBe(false);
});

test.each(['pool', 'disk', 'gpu', 'team', 'acme.io/tier', 'zones', 'dedicated'])('%s is for people to set', (key) => {
  expect(maySet(key)).toBe(true);
});

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['a value', { pool: 'genral' }, { pool: 'general' }],
  ['a value in other case', { pool: 'General' }, { pool: 'general' }],
  ['a key', { poool: 'general' }, { pool: 'general' }],
  ['a key with a prefix', { 'acme.io/teir': 'web' }, { 'acme.io/tier': 'web' }],
  ['digits in another order', { cpu: 'x68' }, { cpu: 'x86' }],
  ['a key without its prefix', { tier: 'web' }, { 'acme.io/tier': 'web' }],
])('what is asked for by a slip is not set on nodes: %s', (_what, asked, there) => {
  const labels = new SettableLabels(selecting(asked), snapshotOf(there));
  const [key = ''] = Object.keys(asked);
  expect(labels.maySet(key)).toBe(false);
  const [[meant, value] = []] = Object.entries(there);
  expect(labels.meantBy(key, there)).toEqual({ key: meant, value });
  expect([labels.meantBy(key, {}), labels.lackedBy(there), labels.lackedBy({})]).toEqual([undefined, 0, 1]);
});

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['another letter', { team: 'team-a' }, { team: 'team-b' }],
  ['another number', { pool: 'pool1' }, { pool: 'pool2' }],
  ['another name of the same prefix', { 'role.acme.io/infra': '' }, { 'role.acme.io/worker': '' }],
  ['another word', { disk: 'ssd' }, { disk: 'hdd' }],
  ['a value that some node has', { pool: 'genral' }, { pool: 'genral' }],
])('what is not there, and nothing is written nearly so, may be set: %s', (_what, asked, there) => {
  const labels = new SettableLabels(selecting(asked), snapshotOf(there, { pool: 'general', disk: 'hdd' }));
  expect(Object.keys(asked).map((key) => labels.maySet(key))).toEqual([true]);
});
