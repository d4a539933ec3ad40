import type { Seeded } from '../seeded.js';

/** A Kubernetes object. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<{ [key: string]: string }>;
  };
  readonly [field: string]: unknown;
}

/** A node that some pods fill. */
const SMALL = { cpu: '4', memory: '8Gi', pods: '16' };
/** A node that takes whatever a round leaves. */
export const HUGE = { cpu: '4000', memory: '4000Gi', pods: '4000' };

export function node(name: string, amounts: object = SMALL): Manifest {
  return { apiVersion: 'v1', kind: 'Node', metadata: { name }, status: { capacity: amounts, allocatable: amounts } };
}

export function pod(name: string, namespace: string, dice: Seeded): Manifest {
  const requests = { cpu: `${dice.between(1, 9)}00m`, memory: `${dice.between(64, 512)}Mi` };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels: { app: dice.pick(['web', 'job', 'db']) } },
    spec: {
      containers: [{ name: 'c', image: 'i', resources: { requests } }],
      ...(dice.chance(0.15) && { priorityClassName: 'urgent' }),
    },
  };
}

export const priorityClass: Manifest = {
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: 'urgent' },
  value: 1000,
};

export function budget(name: string, namespace: string, dice: Seeded): Manifest {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name, namespace },
    spec: { minAvailable: dice.between(1, 6), selector: { matchLabels: { app: dice.pick(['web', 'job', 'db']) } } },
  };
}

/** It forbids nothing: what is compared is what it says is used. */
export function quota(name: string, namespace: string): Manifest {
  const hard = { pods: '4000', 'requests.cpu': '4000', 'requests.memory': '4000Gi' };
  return { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name, namespace }, spec: { hard } };
}
