import type { Change } from '../../services/write-log.js';
import { classRequests, podTemplate } from '../made-workloads.js';

/** How much a cluster has lived through. */
export interface LivedLog {
  readonly nodes: number;
  /** Pods that are there at a time, when as many have come. */
  readonly pods: number;
  readonly changes: number;
}

const CLASSES = 100;
const AT = '2026-11-01T12:00:00Z';

/**
 * The changes of a cluster that has lived: nodes come, then pod after pod comes, is bound, runs, and goes
 * when it is the oldest of too many. Each twentieth change is a node that says how it is. Objects are as
 * large as the service keeps them.
 */
export function* livedLog({ nodes, pods, changes }: LivedLog): Iterable<Change> {
  const made = makeChanges({ nodes, pods });
  for (let count = 0; count < changes; count += 1) yield made.next().value;
}

function* makeChanges({ nodes, pods }: Omit<LivedLog, 'changes'>): Generator<Change, never> {
  for (let node = 0; node < nodes; node += 1) yield changeOf('create', nodeObject(node, 0));
  for (let pod = 0, beats = 0; ; pod += 1) {
    const bound = binding(pod, nodes);
    yield changeOf('create', podObject(pod));
    yield { ...changeOf('bind', podObject(pod)), body: bound };
    yield changeOf('update', running(pod, bound));
    if (pod >= pods) yield changeOf('delete', running(pod - pods, binding(pod - pods, nodes)));
    if (pod % 5 === 0) yield changeOf('update', nodeObject(beats % nodes, ++beats));
  }
}

interface Made {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly uid: string };
  readonly spec: object;
  readonly status: object;
}

function changeOf(op: Change['op'], object: Made): Change {
  const {
    apiVersion,
    kind,
    metadata: { namespace = '', name, uid },
  } = object;
  return { op, apiVersion, kind, namespace, name, uid, body: object };
}

function nodeObject(index: number, beat: number): Made {
  const amounts = { cpu: '32', memory: '128Gi', pods: '110', 'ephemeral-storage': '200Gi' };
  const lastHeartbeatTime = new Date(Date.parse(AT) + beat * 1_000).toISOString();
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: `node-${index}`,
      uid: uidOf(1, index),
      ...{
        creationTimestamp: AT,
        labels: {
          'kubernetes.io/arch': 'amd64',
          'kubernetes.io/hostname': `node-${index}`,
          'kubernetes.io/os': 'linux',
          'topology.kubernetes.io/zone': `zone-${index % 3}`,
        },
      },
    },
    spec: {},
    status: {
      capacity: amounts,
      allocatable: amounts,
      conditions: ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => ({
        type,
        status: type === 'Ready' ? 'True' : 'False',
        reason: `Kubelet${type}`,
        message: 'as the kubelet says',
        lastHeartbeatTime,
        lastTransitionTime: AT,
      })),
      nodeInfo: {
        kernelVersion: '6.1.0',
        osImage: 'linux',
        containerRuntimeVersion: 'containerd://1.7',
        kubeletVersion: 'v1.34.1',
        operatingSystem: 'linux',
        architecture: 'amd64',
      },
    },
  };
}

function podObject(index: number): Made {
  const { metadata, spec } = podTemplate(`app-${index % CLASSES}`, classRequests(index % CLASSES)) as {
    readonly metadata: object;
    readonly spec: { readonly containers: readonly object[] };
  };
  const kept = {
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'IfNotPresent',
    ports: [{ containerPort: 80, protocol: 'TCP' }],
    env: [{ name: 'PORT', value: '80' }],
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...metadata,
      name: `pod-${index}`,
      namespace: `team-${index % 20}`,
      uid: uidOf(2, index),
      ...{
        creationTimestamp: AT,
        generation: 1,
        labels: { app: `app-${index % CLASSES}`, 'pod-template-hash': '7d4b9c6f5d' },
      },
    },
    spec: {
      ...spec,
      containers: spec.containers.map((container) => ({ ...kept, ...container })),
      dnsPolicy: 'ClusterFirst',
      enableServiceLinks: true,
      preemptionPolicy: 'PreemptLowerPriority',
      priority: 0,
      restartPolicy: 'Always',
      schedulerName: 'default-scheduler',
      securityContext: {},
      serviceAccountName: 'default',
      terminationGracePeriodSeconds: 30,
      tolerations: ['not-ready', 'unreachable'].map((key) => ({
        key: `node.kubernetes.io/${key}`,
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 300,
      })),
    },
    status: { phase: 'Pending', qosClass: 'Burstable' },
  };
}

const SCHEDULED = { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: AT };

function binding(
  pod: number,
  nodes: number,
): { readonly spec: { readonly nodeName: string }; readonly status: object } {
  return { spec: { nodeName: `node-${(pod * 7) % nodes}` }, status: { conditions: [SCHEDULED], startTime: AT } };
}

function running(pod: number, bound: ReturnType<typeof binding>): Made {
  const object = podObject(pod);
  const conditions = ['Initialized', 'Ready', 'ContainersReady'].map((type) => ({ ...SCHEDULED, type }));
  return {
    ...object,
    spec: { ...object.spec, ...bound.spec },
    status: {
      ...object.status,
      ...bound.status,
      phase: 'Running',
      podIP: `10.0.${pod % 256}.1`,
      conditions: [SCHEDULED, ...conditions],
      containerStatuses: [
        { name: 'c', ready: true, restartCount: 0, image: 'i', imageID: '', state: { running: { startedAt: AT } } },
      ],
    },
  };
}

function uidOf(group: number, index: number): string {
  return `${group}0000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}
