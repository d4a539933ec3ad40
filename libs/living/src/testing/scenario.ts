import { findKindByName, type KubernetesObject, type ObjectSubresource, type Pod } from '#kubernetes';
import type { Change } from '../engine/index.js';
import { queueView } from '../scheduling/index.js';
import { TestApi } from './test-api.js';

/** An object of any kind as JSON: specs look into it as it comes. */
export type Seen = ReturnType<typeof JSON.parse>;

/** A living cluster with the namespace `t`, and short words for what scenarios do and see. */
export class Scenario {
  readonly api: TestApi;

  constructor(api = new TestApi()) {
    this.api = api;
    if (api.cluster.state.get('Namespace', '', 't') === undefined) this.namespace('t');
  }

  namespace(name: string): this {
    return this.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }

  node(
    name: string,
    { cpu = '4', ...rest }: { cpu?: string; labels?: object; annotations?: object; taints?: object[] } = {},
  ): this {
    const amounts = { cpu, memory: '8Gi', pods: '110', 'ephemeral-storage': '100Gi' };
    return this.create({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name,
        labels: { 'kubernetes.io/hostname': name, ...rest.labels },
        ...(rest.annotations && { annotations: rest.annotations as Record<string, string> }),
      },
      spec: rest.taints ? { taints: rest.taints } : {},
      status: {
        capacity: amounts,
        allocatable: amounts,
        conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady' }],
      },
    });
  }

  /** `model`: annotations of the kubelet's model, without their prefix. */
  pod(name: string, { model = {}, metadata = {}, cpu = '100m', spec = {} }: PodParts = {}): this {
    return this.create({
      apiVersion: 'v1',
      kind: 'Pod',
      ...template(model, { metadata: { name, namespace: 't', labels: { app: name }, ...metadata }, cpu, spec }),
    });
  }

  workload(
    kind: 'ReplicaSet' | 'Deployment' | 'StatefulSet' | 'DaemonSet',
    name: string,
    { replicas = 1, model = {}, image = 'app:1', cpu = '100m', spec = {} }: WorkloadParts = {},
  ): this {
    return this.create({
      apiVersion: 'apps/v1',
      kind,
      metadata: { name, namespace: 't', labels: { app: name } },
      spec: {
        ...(kind !== 'DaemonSet' && { replicas }),
        selector: { matchLabels: { app: name } },
        template: template(model, { metadata: { labels: { app: name } }, cpu, image }),
        ...spec,
      },
    });
  }

  job(name: string, { model = {}, cpu = '100m', spec = {} }: WorkloadParts = {}): this {
    const of = template(model, { metadata: { labels: { app: name } }, cpu, spec: { restartPolicy: 'Never' } });
    const metadata = { name, namespace: 't', labels: { app: name } };
    return this.create({ apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { template: of, ...spec } });
  }

  create(object: object): this {
    const answer = this.api.create(object as KubernetesObject);
    if (!('object' in answer)) throw new Error(`${answer.code} ${answer.reason}`);
    return this;
  }

  patch(kind: string, name: string, patch: object, subresource?: ObjectSubresource): this {
    const namespace = namespaceOf(kind);
    const answer = this.api.patch({ kind, namespace, name, patch, ...(subresource !== undefined && { subresource }) });
    if (!('object' in answer)) throw new Error(`${answer.code} ${answer.reason}`);
    return this;
  }

  delete(kind: string, name: string, options: object = {}): this {
    this.api.delete(kind, namespaceOf(kind), name, options);
    return this;
  }

  settle(quietMs = 3_000): this {
    this.api.settle(quietMs);
    return this;
  }

  advance(seconds: number): this {
    this.api.advance(seconds * 1_000);
    return this;
  }

  /** An object; undefined where it is not there. */
  get(kind: string, name: string, namespace = 't'): Seen {
    return this.api.cluster.state.get(kind, namespace, name);
  }

  list(kind: string, namespace = 't'): Seen[] {
    return [...this.api.cluster.state.list(kind, namespace)];
  }

  pods(): Pod[] {
    return this.list('Pod') as Pod[];
  }

  /** `Type=Status Reason` of an object's conditions, sorted. */
  conditions(kind: string, name: string, namespace = 't'): string[] {
    const { conditions = [] } = this.get(kind, name, namespace).status;
    return conditions
      .map(({ type, status, reason }: Seen) => [`${type}=${status}`, ...(reason ? [reason] : [])].join(' '))
      .sort();
  }

  /** `component Kind/name reason: message` of all Events, in the order in which they came. */
  events(): string[] {
    return this.list('Event').map(
      ({ reportingComponent, involvedObject: { kind, name }, reason, message }) =>
        `${reportingComponent} ${kind}/${name} ${reason}: ${message}`,
    );
  }

  incoming(): Readonly<Record<string, number>> {
    return queueView(this.api.cluster.memoryOf('default-scheduler')).incoming;
  }

  get changes(): readonly Change[] {
    return this.api.changes;
  }
}

/** Where scenarios have the objects of a kind. */
function namespaceOf(kind: string): string {
  return findKindByName(kind)?.namespaced === true ? 't' : '';
}

interface PodParts {
  readonly model?: object;
  readonly metadata?: object;
  readonly cpu?: string;
  readonly spec?: object;
}

interface WorkloadParts {
  readonly replicas?: number;
  readonly model?: object;
  readonly image?: string;
  readonly cpu?: string;
  readonly spec?: object;
}

function template(model: object, { metadata, cpu, image = 'app:1', spec = {} }: Seen): Seen {
  const annotations = Object.fromEntries(Object.entries(model).map(([key, value]) => [`kubelet.model/${key}`, value]));
  const container = { name: 'app', image, resources: { requests: { cpu, memory: '64Mi' } } };
  return {
    metadata: {
      ...metadata,
      ...(Object.keys(annotations).length > 0 && { annotations: { ...annotations, ...metadata.annotations } }),
    },
    spec: { containers: [container], ...spec },
  };
}

/** The change of a Deployment's template to another image. */
export function imagePatch(image: string, annotations?: object): object {
  const container = { name: 'app', image, resources: { requests: { cpu: '100m', memory: '64Mi' } } };
  return {
    spec: { template: { ...(annotations && { metadata: { annotations } }), spec: { containers: [container] } } },
  };
}
