import { dropAbsentFields } from './index.js';

test('what is empty is absent, but where the API server prints it so', () => {
  const pod = {
    metadata: { name: 'a', labels: {}, annotations: null, finalizers: [] },
    spec: { containers: [], securityContext: { sysctls: [] }, volumes: [{ name: 'v', projected: { sources: [] } }] },
    status: { conditions: [{ type: 'Ready', lastProbeTime: null }] },
  };
  dropAbsentFields(pod, 'Pod');
  expect(pod).toEqual({
    metadata: { name: 'a' },
    spec: { containers: [], securityContext: {}, volumes: [{ name: 'v', projected: { sources: [] } }] },
    status: { conditions: [{ type: 'Ready', lastProbeTime: null }] },
  });
});
