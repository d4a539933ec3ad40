import type { Node, ObjectMeta, ResourceList, Taint } from '../objects/index.js';

const ROOMY: ResourceList = { cpu: '4', memory: '8Gi', pods: '110' };

/** A node that is built up word by word; it is a Node at every step. */
export class NodeBuilder implements Node {
  metadata: ObjectMeta;
  spec: NonNullable<Node['spec']> = {};
  status: NonNullable<Node['status']> = { allocatable: ROOMY };

  constructor(name: string) {
    this.metadata = { name };
  }

  labels(labels: Record<string, string>): this {
    this.metadata = { ...this.metadata, labels };
    return this;
  }

  /** What is not named keeps 4 cpu, 8Gi memory and 110 pods. */
  allocatable(allocatable: ResourceList): this {
    this.status = { ...this.status, allocatable: { ...ROOMY, ...allocatable } };
    return this;
  }

  /** Exactly this. */
  onlyAllocatable(allocatable: ResourceList): this {
    this.status = { ...this.status, allocatable };
    return this;
  }

  taint(key: string, effect: string, value = ''): this {
    const taints: readonly Taint[] = [...(this.spec.taints ?? []), { key, value, effect }];
    this.spec = { ...this.spec, taints };
    return this;
  }

  cordoned(): this {
    this.spec = { ...this.spec, unschedulable: true };
    return this;
  }

  condition(type: string, status: string): this {
    this.status = { ...this.status, conditions: [...(this.status.conditions ?? []), { type, status }] };
    return this;
  }

  /** Its annotation `scheduler.alpha.kubernetes.io/preferAvoidPods`. */
  avoids(annotation: string): this {
    const annotations = { 'scheduler.alpha.kubernetes.io/preferAvoidPods': annotation };
    this.metadata = { ...this.metadata, annotations };
    return this;
  }

  image(name: string, mebibytes: number): this {
    const images = [...(this.status.images ?? []), { names: [name], sizeBytes: mebibytes * 2 ** 20 }];
    this.status = { ...this.status, images };
    return this;
  }
}

/** `makeNode('n').allocatable({ cpu: '2' })`: a node with 4 cpu, 8Gi memory and 110 pods unless said otherwise. */
export function makeNode(name: string): NodeBuilder {
  return new NodeBuilder(name);
}
