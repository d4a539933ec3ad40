import { dropAbsentFields } from './index.js';

const POD = { apiVersion: 'v1', kind: 'Pod' };

test('what is empty is absent, but where the API server prints it so', () => {
  const pod = {
    metadata: { name: 'a', labels: {}, annotations: null, finalizers: [] },
    spec: { containers: [], securityContext: { sysctls: [] }, volumes: [{ name: 'v', projected: { sources: [] } }] },
    status: { conditions: [{ type: 'Ready', lastProbeTime: null }] },
  };
  dropAbsentFields(pod, POD);
  expect(pod).toEqual({
    metadata: { name: 'a' },
    spec: { containers: [], securityContext: {}, volumes: [{ name: 'v', projected: { sources: [] } }] },
    status: { conditions: [{ type: 'Ready', lastProbeTime: null }] },
  });
});

test('what was an empty list or map is named with its path; null is not', () => {
  const pod = {
    metadata: { name: 'a', labels: {}, annotations: null },
    spec: { containers: [{ name: 'c' }, { name: 'd', env: [], resources: { limits: {}, claims: null } }] },
  };
  expect(Object.fromEntries(dropAbsentFields(pod, POD))).toEqual({
    'metadata.labels': '{}',
    'spec.containers[1].env': '[]',
    'spec.containers[1].resources.limits': '{}',
  });
});

test('a text of a list that is null is empty', () => {
  const pod = { spec: { containers: [{ name: 'c', command: ['a', null] }] } };
  dropAbsentFields(pod, POD);
  expect(pod.spec.containers[0]?.command).toEqual(['a', '']);
});
