import { Field, Int, ObjectType } from '@nestjs/graphql';
import { quantitiesOf, requestsOf } from '#history';
import type { PodName } from '#audit';
import type { Pod } from '#kubernetes';
import { ResourceQuantityModel } from '../capacity/index.js';
import { connectionOf, globalIdType, RelayNode } from '../../ground/graphql/index.js';
import { TypeOfKind, ConditionModel, conditionsOf, KubernetesObjectModel } from '../objects/index.js';

/** Global ids of pods. */
export const POD_ID = globalIdType('Pod', ['cluster', 'namespace', 'name']);

@TypeOfKind('Pod')
@ObjectType('Pod', {
  implements: () => [RelayNode, KubernetesObjectModel],
  description: 'A pod of a cluster: the unit of scheduling.',
})
export class PodModel extends KubernetesObjectModel {
  get id(): string {
    return POD_ID.write({ cluster: this.cluster, namespace: this.namespace ?? '', name: this.name });
  }

  @Field({
    description:
      '`Pending`, `Running`, `Succeeded`, `Failed` or `Unknown`. Berth binds pods and does not run them: a ' +
      'bound pod stays Pending until a client changes its status.',
  })
  get phase(): string {
    return this.pod.status?.phase ?? 'Pending';
  }

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the node that it is bound to, which may not exist in an imported cluster; null if it is not ' + 'bound.',
  })
  get nodeName(): string | null {
    return this.pod.spec.nodeName ?? null;
  }

  @Field(() => String, { nullable: true, description: 'Name of the node nominated by preemption.' })
  get nominatedNodeName(): string | null {
    return this.pod.status?.nominatedNodeName ?? null;
  }

  @Field(() => [ResourceQuantityModel], {
    description:
      'Resources that the pod needs on a node, as kube-scheduler computes them from containers, init ' +
      'containers and overhead.',
  })
  get requests(): ResourceQuantityModel[] {
    return quantitiesOf(requestsOf(this.pod));
  }

  @Field(() => Int, { description: 'Pods of higher priority are scheduled first.' })
  get priority(): number {
    return this.pod.spec.priority ?? 0;
  }

  @Field(() => String, { nullable: true, description: 'The priority class from which the priority comes.' })
  get priorityClassName(): string | null {
    return this.pod.spec.priorityClassName ?? null;
  }

  @Field({ description: 'The scheduler, and thereby the scheduler profile, of the pod.' })
  get schedulerName(): string {
    return this.pod.spec.schedulerName ?? 'default-scheduler';
  }

  @Field(() => String, { nullable: true, description: '`Guaranteed`, `Burstable` or `BestEffort`.' })
  get qosClass(): string | null {
    return this.pod.status?.qosClass ?? null;
  }

  @Field(() => [ConditionModel], { description: 'status.conditions.' })
  get conditions(): ConditionModel[] {
    return conditionsOf(this.pod.status);
  }

  /** What decisions know it by. */
  get podName(): PodName {
    return { namespace: this.namespace ?? '', name: this.name, uid: this.uid };
  }

  private get pod(): Pod {
    return this.object as Pod;
  }
}

/** A page of pods. */
export const PodConnection = connectionOf(PodModel, { name: 'Pod', what: 'a pod', counted: true });

/** A page of the pods on one node. */
export const NodePodConnection = connectionOf(PodModel, { name: 'NodePod', what: 'a pod on the node', counted: false });
