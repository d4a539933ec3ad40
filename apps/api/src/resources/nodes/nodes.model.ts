import { Field, ObjectType } from '@nestjs/graphql';
import { quantitiesOf } from '#history';
import { readAmounts, type Node } from '#kubernetes';
import { ResourceQuantityModel } from '../capacity/index.js';
import { connectionOf, globalIdType, RelayNode } from '../../ground/graphql/index.js';
import { TypeOfKind, ConditionModel, conditionsOf, KubernetesObjectModel } from '../objects/index.js';

@ObjectType('Taint', { description: 'A taint of a node, which keeps off pods that do not tolerate it.' })
export class TaintModel {
  @Field({ description: 'Its key.' })
  readonly key!: string;

  @Field({ description: 'The value; may be empty.' })
  readonly value!: string;

  @Field({ description: '`NoSchedule`, `PreferNoSchedule` or `NoExecute`.' })
  readonly effect!: string;
}

/** Global ids of nodes. */
export const CLUSTER_NODE_ID = globalIdType('ClusterNode', ['cluster', 'name']);

@TypeOfKind('Node')
@ObjectType('ClusterNode', {
  implements: () => [RelayNode, KubernetesObjectModel],
  description: 'A node of a cluster (the Kubernetes kind `Node`).',
})
export class ClusterNodeModel extends KubernetesObjectModel {
  get id(): string {
    return CLUSTER_NODE_ID.write(this);
  }

  @Field(() => [TaintModel], { description: 'spec.taints.' })
  get taints(): TaintModel[] {
    return (this.node.spec?.taints ?? []).map(({ key = '', value = '', effect = '' }) => ({ key, value, effect }));
  }

  @Field({ description: 'Whether the node is cordoned: it accepts no new pods.' })
  get unschedulable(): boolean {
    return this.node.spec?.unschedulable === true;
  }

  @Field(() => [ConditionModel], { description: 'status.conditions.' })
  get conditions(): ConditionModel[] {
    return conditionsOf(this.node.status);
  }

  @Field(() => Boolean, { nullable: true, description: 'Status of the Ready condition; null if the node has none.' })
  get ready(): boolean | null {
    const status = this.conditions.find(({ type }) => type === 'Ready')?.status;
    return status === 'True' || status === 'False' ? status === 'True' : null;
  }

  @Field(() => [ResourceQuantityModel], { description: 'Capacity of the node.' })
  get capacity(): ResourceQuantityModel[] {
    return quantitiesOf(readAmounts(this.node.status?.capacity));
  }

  @Field(() => [ResourceQuantityModel], { description: 'The allocatable resources.' })
  get allocatable(): ResourceQuantityModel[] {
    return quantitiesOf(readAmounts(this.node.status?.allocatable));
  }

  /** The object as its kind. */
  get node(): Node {
    return this.object as Node;
  }
}

/** A page of nodes. */
export const ClusterNodeConnection = connectionOf(ClusterNodeModel, {
  name: 'ClusterNode',
  what: 'a node',
  counted: true,
});
