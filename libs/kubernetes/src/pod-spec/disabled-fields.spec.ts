import { admitted, podWith } from '../testing/admission.js';
import { dropDisabledFields } from './disabled-fields.js';
import type { PodSpec } from './pod-spec.js';

const RULES = { restartPolicy: 'Never', restartPolicyRules: [{ action: 'Restart' }] };

test.each<readonly [gate: string, spec: object, left: object]>([
  ['HostnameOverride', { hostnameOverride: 'x' }, {}],
  ['ContainerRestartRules', { containers: [{ name: 'c', ...RULES }] }, { containers: [{ name: 'c' }] }],
  [
    'ContainerRestartRules of a sidecar, which restarts always',
    { initContainers: [{ name: 'c', restartPolicy: 'Always', restartPolicyRules: [] }] },
    { initContainers: [{ name: 'c', restartPolicy: 'Always' }] },
  ],
  [
    'EnvFiles',
    { containers: [{ env: [{ name: 'A', valueFrom: { fileKeyRef: { key: 'k' } } }] }] },
    { containers: [{ env: [{ name: 'A', valueFrom: {} }] }] },
  ],
  [
    'ContainerStopSignals, and a lifecycle that had nothing else',
    { containers: [{ lifecycle: { stopSignal: 'SIGTERM' } }, { lifecycle: { stopSignal: 'SIGHUP', preStop: {} } }] },
    { containers: [{}, { lifecycle: { preStop: {} } }] },
  ],
  [
    'ClusterTrustBundleProjection and PodCertificateRequest',
    { volumes: [{ name: 'v', projected: { sources: [{ clusterTrustBundle: {} }, { podCertificate: {} }] } }] },
    { volumes: [{ name: 'v', projected: { sources: [{}, {}] } }] },
  ],
  [
    'ImageVolume, with the mounts',
    {
      volumes: [{ name: 'v', image: {} }],
      containers: [{ volumeMounts: [{ name: 'v' }] }, { volumeMounts: [{ name: 'w' }] }],
    },
    { containers: [{}, { volumeMounts: [{ name: 'w' }] }] },
  ],
])('fields of %s are dropped, unless the object has such a field already', (_gate, given, left) => {
  const spec = structuredClone(given) as PodSpec;
  dropDisabledFields(spec);
  expect(spec).toEqual(left);
  const kept = structuredClone(given) as PodSpec;
  dropDisabledFields(kept, given);
  expect(kept).toEqual(given);
});

test.each([
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'ReplicaSet'],
  ['apps/v1', 'StatefulSet'],
  ['apps/v1', 'DaemonSet'],
])('a %s %s drops them of the template of its pods', (apiVersion, kind) => {
  const labels = { a: 'b' };
  const { spec } = podWith({ hostnameOverride: 'x' }) as { readonly spec?: object };
  const template = { metadata: { labels }, spec };
  const object = { apiVersion, kind, metadata: { name: 'a', namespace: 'n' } };
  const made = admitted({ ...object, spec: { selector: { matchLabels: labels }, template } });
  expect(made).toMatchObject({ spec: { template: { metadata: { labels } } } });
  expect(made).not.toHaveProperty('spec.template.spec.hostnameOverride');
});
