import { podOfClass } from './pod-of-class.js';
import { schedulingClass } from './scheduling-class.js';
import type { Pod } from '../objects/objects.js';

const POD: Pod = {
  metadata: {
    namespace: 'shop',
    name: 'api-1',
    labels: { app: 'api' },
    annotations: { note: 'not read' },
    ownerReferences: [
      { kind: 'Node', name: 'n', controller: false },
      { kind: 'ReplicaSet', name: 'api', controller: true },
    ],
  },
  spec: {
    priority: 7,
    nodeSelector: { pool: 'web' },
    tolerations: [{ key: 'gpu', operator: 'Exists' }],
    overhead: { cpu: '10m' },
    resources: { requests: { cpu: '2' } },
    containers: [
      {
        name: 'api',
        image: 'shop/api',
        resources: { requests: { cpu: '500m' }, limits: { cpu: '1' } },
        ports: [{ hostPort: 80, protocol: 'TCP' }, {}],
      },
    ],
    initContainers: [{ name: 'side', image: 'side', restartPolicy: 'Always' }],
  },
};

test('the pod of a class has what its pods have in common, where a pod has it', () => {
  expect(podOfClass(schedulingClass(POD))).toEqual({
    metadata: {
      namespace: 'shop',
      labels: { app: 'api' },
      ownerReferences: [{ kind: 'ReplicaSet', name: 'api', controller: true }],
    },
    spec: {
      priority: 7,
      nodeSelector: { pool: 'web' },
      tolerations: [{ key: 'gpu', operator: 'Exists' }],
      overhead: { cpu: '10m' },
      resources: { requests: { cpu: '2' } },
      containers: [
        {
          image: 'shop/api',
          resources: { requests: { cpu: '500m' }, limits: { cpu: '1' } },
          ports: [{ hostPort: 80, protocol: 'TCP' }],
        },
      ],
      initContainers: [{ image: 'side', restartPolicy: 'Always' }],
    },
  });
});

test('it is of the class that it was made of', () => {
  const text = schedulingClass(POD);
  expect(schedulingClass(podOfClass(text))).toBe(text);
  expect(schedulingClass(podOfClass(schedulingClass({})))).toBe(schedulingClass({ spec: { containers: [] } }));
});
