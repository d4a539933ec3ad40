import type { NodeSelectorTerm } from '#kubernetes';
import type {
  Affinity,
  Container,
  ContainerPort,
  ObjectMeta,
  Pod,
  PodSpec,
  PodStatus,
  ResourceList,
  Toleration,
  Volume,
} from '../objects/index.js';

/** A pod that is built up word by word; it is a Pod at every step. */
export class PodBuilder implements Pod {
  metadata: ObjectMeta;
  spec: PodSpec = { containers: [{ name: 'c', image: 'app:1' }] };
  status: PodStatus = {};

  constructor(name: string) {
    this.metadata = { name, namespace: 'default', uid: name };
  }

  namespace(namespace: string): this {
    return this.#meta({ namespace });
  }
  labels(labels: Record<string, string>): this {
    return this.#meta({ labels });
  }
  created(creationTimestamp: string): this {
    return this.#meta({ creationTimestamp });
  }
  terminating(): this {
    return this.#meta({ deletionTimestamp: '2026-01-01T00:00:00Z' });
  }
  ownedBy(kind: string, name: string, apiVersion = 'apps/v1'): this {
    return this.#meta({ ownerReferences: [{ apiVersion, kind, name, controller: true }] });
  }

  with(spec: PodSpec): this {
    this.spec = { ...this.spec, ...spec };
    return this;
  }

  withStatus(status: PodStatus): this {
    this.status = { ...this.status, ...status };
    return this;
  }

  /** Requests of the first container. */
  requests(requests: ResourceList): this {
    return this.#firstContainer({ resources: { requests } });
  }
  image(image: string): this {
    return this.#firstContainer({ image });
  }
  hostPort(hostPort: number, more: ContainerPort = {}): this {
    return this.#firstContainer({ ports: [...(this.spec.containers?.[0]?.ports ?? []), { hostPort, ...more }] });
  }
  container(container: Container): this {
    return this.with({ containers: [...(this.spec.containers ?? []), container] });
  }
  initContainer(requests: ResourceList, more: Container = {}): this {
    return this.with({
      initContainers: [...(this.spec.initContainers ?? []), { name: 'i', resources: { requests }, ...more }],
    });
  }
  sidecar(requests: ResourceList): this {
    return this.initContainer(requests, { restartPolicy: 'Always' });
  }
  /** `spec.resources`: for the pod as a whole. */
  podRequests(requests: ResourceList): this {
    return this.with({ resources: { requests } });
  }

  volume(volume: Volume): this {
    return this.with({ volumes: [...(this.spec.volumes ?? []), volume] });
  }
  claims(...names: string[]): this {
    for (const claimName of names) this.volume({ name: `to-${claimName}`, persistentVolumeClaim: { claimName } });
    return this;
  }

  priority(priority: number): this {
    return this.with({ priority });
  }
  onNode(nodeName: string): this {
    return this.with({ nodeName });
  }
  gates(...names: string[]): this {
    return this.with({ schedulingGates: names.map((name) => ({ name })) });
  }
  tolerates(toleration: Toleration): this {
    return this.with({ tolerations: [...(this.spec.tolerations ?? []), toleration] });
  }
  nodeSelector(nodeSelector: Record<string, string>): this {
    return this.with({ nodeSelector });
  }
  affinity(affinity: Affinity): this {
    return this.with({ affinity: { ...this.spec.affinity, ...affinity } });
  }
  requires(...nodeSelectorTerms: NodeSelectorTerm[]): this {
    return this.#nodeAffinity({ requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } });
  }
  prefers(...terms: [weight: number, preference: NodeSelectorTerm][]): this {
    return this.#nodeAffinity({
      preferredDuringSchedulingIgnoredDuringExecution: terms.map(([weight, preference]) => ({ weight, preference })),
    });
  }
  nominatedTo(nominatedNodeName: string): this {
    return this.withStatus({ nominatedNodeName });
  }

  #nodeAffinity(part: NonNullable<Affinity['nodeAffinity']>): this {
    return this.affinity({ nodeAffinity: { ...this.spec.affinity?.nodeAffinity, ...part } });
  }

  #meta(part: ObjectMeta): this {
    this.metadata = { ...this.metadata, ...part };
    return this;
  }

  #firstContainer(part: Container): this {
    const [first = { name: 'c' }, ...others] = this.spec.containers ?? [];
    return this.with({ containers: [{ ...first, ...part }, ...others] });
  }
}

/** `makePod('p').requests({ cpu: '500m' })`: a pod in namespace `default`, with one container that asks for nothing. */
export function makePod(name: string): PodBuilder {
  return new PodBuilder(name);
}
