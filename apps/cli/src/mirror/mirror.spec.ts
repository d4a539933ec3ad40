import { readFileSync } from 'node:fs';
import { load, loadAll } from 'js-yaml';
import { clusterRole, mirroredKinds } from './kinds.js';
import { redact, type Redaction } from './redact.js';
import { Retries } from './retries.js';

const object = (fields: object): { readonly [field: string]: unknown } => ({
  apiVersion: 'v1',
  kind: 'Pod',
  ...fields,
});

describe('what leaves a cluster', () => {
  const defaults: Redaction = { keep: [], paths: [] };
  test.each<[name: string, given: object, redaction: Partial<Redaction>, wanted: object]>([
    ['no values of Secrets', { kind: 'Secret', data: { a: 'eA==' }, stringData: { b: 'x' } }, {}, { data: { a: '' } }],
    [
      'nor of ConfigMaps, with every --keep',
      { kind: 'ConfigMap', data: { a: 'x' }, binaryData: { b: 'eA==' } },
      { keep: ['annotations', 'env', 'commands'] },
      { data: { a: '' }, binaryData: { b: '' } },
    ],
    [
      'annotations of Kubernetes alone',
      { metadata: { annotations: { 'a.b/c': 'x', 'volume.kubernetes.io/selected-node': 'n', plain: 'x' } } },
      {},
      { metadata: { annotations: { 'volume.kubernetes.io/selected-node': 'n' } } },
    ],
    [
      'no manifest of kubectl apply, with every --keep',
      { metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' }, managedFields: [{}] } },
      { keep: ['annotations'] },
      { metadata: {} },
    ],
    [
      'variables without values, in templates too',
      { kind: 'ReplicaSet', spec: { template: { spec: { initContainers: [{ env: [{ name: 'A', value: 'x' }] }] } } } },
      {},
      { spec: { template: { spec: { initContainers: [{ env: [{ name: 'A' }] }] } } } },
    ],
    [
      'templates of revisions',
      {
        kind: 'ControllerRevision',
        data: { spec: { template: { spec: { containers: [{ env: [{ name: 'A', value: 'x' }] }] } } } },
      },
      {},
      { data: { spec: { template: { spec: { containers: [{ env: [{ name: 'A' }] }] } } } } },
    ],
    [
      'nothing else of revisions, with every --keep',
      { kind: 'ControllerRevision', data: { spec: { template: {}, password: 'x' } } },
      { keep: ['annotations', 'env', 'commands'] },
      { data: {} },
    ],
    [
      'no commands, unless they are kept',
      { spec: { containers: [{ name: 'c', command: ['x'], args: ['x'], livenessProbe: {} }] } },
      {},
      { spec: { containers: [{ name: 'c' }] } },
    ],
    [
      'what is kept',
      { spec: { containers: [{ name: 'c', command: ['x'], env: [{ name: 'A', value: 'x' }] }] } },
      { keep: ['env', 'commands'] },
      { spec: { containers: [{ name: 'c', command: ['x'], env: [{ name: 'A', value: 'x' }] }] } },
    ],
    [
      'paths: texts, names with dots, and what is no text',
      { metadata: { labels: { 'a.b/c': 'x', other: 'y' } }, spec: { containers: [{ image: 'x', ports: [{}] }] } },
      { paths: ['metadata.labels.a.b/c', 'spec.containers.*.image', 'spec.containers.*.ports'] },
      { metadata: { labels: { 'a.b/c': 'redacted', other: 'y' } }, spec: { containers: [{ image: 'redacted' }] } },
    ],
  ])('%s', (_, given, redaction, wanted) => {
    const kind = object(given)['kind'];
    expect(redact(object(given), { ...defaults, ...redaction })).toEqual({ ...object({ kind }), ...wanted });
  });
});

test('the kinds that placement reads, and those that are asked for', () => {
  const plurals = (kinds?: string[]): string[] => mirroredKinds(kinds).map(({ plural }) => plural);
  expect(plurals()).toContain('pods');
  expect(plurals()).not.toContain('secrets');
  expect(plurals(['pods,nodes'])).toEqual(['nodes', 'pods']);
  expect(plurals(['all']).length).toBeGreaterThan(plurals().length);
  expect(mirroredKinds().find(({ plural }) => plural === 'events')?.fieldSelector).toBe('reason=FailedScheduling');
  expect(mirroredKinds(['events']).map(({ fieldSelector }) => fieldSelector)).toEqual([undefined]);
});

test('deploy/mirror.yaml has the rights that the mirror needs', () => {
  const objects = loadAll(readFileSync('deploy/mirror.yaml', 'utf8')) as { readonly kind: string }[];
  expect(objects.find(({ kind }) => kind === 'ClusterRole')).toEqual(load(clusterRole(mirroredKinds())));
});

test('a request that may be tried so often fails with its last failure, of which each is said once', async () => {
  const said: string[] = [];
  const pause = (): Promise<void> => Promise.resolve();
  const { signal } = new AbortController();
  const retries = new Retries({
    kind: { plural: 'nodes' },
    signal,
    tell: (line) => said.push(line),
    pause,
    mostFailures: 4,
  });
  const failures = ['away', 'away', 'closed', 'gone', 'never'].map((message) => new Error(message));
  const work = (): Promise<never> => Promise.reject(failures.shift() ?? new Error());
  await expect(retries.until(work, () => false)).rejects.toThrow('gone');
  expect(said).toEqual(['nodes: away; trying again', 'nodes: closed; trying again']);
});
