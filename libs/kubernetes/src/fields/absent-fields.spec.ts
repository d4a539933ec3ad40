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
