import { readManifests } from '#api-server';
import type { KubernetesObject } from '../../../kubernetes/src/index.js';
import { admitted } from '../../../kubernetes/src/testing/admission.js';

const DUMP = `apiVersion: v1
items:
- apiVersion: v1
  kind: Node
  metadata:
    annotations:
      volumes.kubernetes.io/controller-managed-attach-detach: "true"
    creationTimestamp: "2024-01-01T00:00:00Z"
    labels:
      kubernetes.io/hostname: node-1
      node-role.kubernetes.io/control-plane: ""
    name: node-1
    resourceVersion: "512"
    uid: 6c0f37b0-7f5b-4a7e-8b0e-9a0f1c2d3e4f
  spec:
    podCIDR: 10.244.0.0/24
    taints:
    - effect: NoSchedule
      key: node-role.kubernetes.io/control-plane
  status:
    allocatable:
      attachable-volumes-aws-ebs: "39"
      cpu: 3920m
      memory: 15076020Ki
      pods: "110"
    capacity:
      attachable-volumes-aws-ebs: "39"
      cpu: "4"
      memory: 16093876Ki
      pods: "110"
    images:
    - names: null
      sizeBytes: 1013466221
    nodeInfo:
      kubeletVersion: v1.34.1
- apiVersion: v1
  kind: Pod
  metadata:
    annotations:
      kubernetes.io/config.mirror: abc
    generateName: web-
    name: web-x7k2p
    namespace: default
    ownerReferences:
    - apiVersion: apps/v1
      blockOwnerDeletion: true
      controller: true
      kind: ReplicaSet
      name: web
      uid: 7d8a
  spec:
    containers:
    - image: nginx:1.27
      name: nginx
      resources:
        limits:
          memory: 128974848
        requests:
          cpu: 0.1
      volumeMounts:
      - mountPath: /var/run/secrets/kubernetes.io/serviceaccount
        name: kube-api-access
        readOnly: true
    nodeName: gone
    priority: 2000001000
    priorityClassName: company-critical
    serviceAccountName: default
    tolerations:
    - effect: NoExecute
      key: node.kubernetes.io/not-ready
      operator: Exists
      tolerationSeconds: 300
    volumes:
    - name: kube-api-access
      projected:
        defaultMode: 420
        sources:
        - serviceAccountToken:
            expirationSeconds: 3607
            path: token
  status:
    conditions:
    - lastProbeTime: null
      lastTransitionTime: "2024-01-01T00:00:00Z"
      status: "True"
      type: PodScheduled
    phase: Running
    qosClass: Burstable
kind: List
metadata:
  resourceVersion: ""
`;

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(DUMP);
}

test('what kubectl wrote is admitted as it is, but for how amounts are written', async () => {
  const objects: object[] = [];
  for await (const manifest of readManifests(bytes())) {
    if ('problem' in manifest) throw new Error(manifest.problem.message);
    const before = structuredClone(manifest.object);
    // It is an object of JSON.
    objects.push(before, admitted(manifest.object as unknown as KubernetesObject, { operation: 'import' }));
  }
  const [node, admittedNode, pod, admittedPod] = objects;
  const { images: _, ...status } = (node as { status: Record<string, unknown> }).status;
  expect(admittedNode).toEqual({ ...node, status: { ...status, images: [{ sizeBytes: 1013466221 }] } });
  expect(admittedPod).toMatchObject({
    ...pod,
    spec: {
      nodeName: 'gone',
      priority: 2000001000,
      schedulerName: 'default-scheduler',
      containers: [
        {
          resources: { limits: { memory: '128974848' }, requests: { cpu: '100m', memory: '128974848' } },
          volumeMounts: [{ name: 'kube-api-access' }],
        },
      ],
    },
  });
});
