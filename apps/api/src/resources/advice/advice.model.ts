import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Json } from '../../ground/graphql/index.js';

@ObjectType('AdvisedObject', { description: 'Reference to an object.' })
export class AdvisedObjectModel {
  @Field({ description: 'Its kind.' })
  readonly kind!: string;

  @Field({ description: 'The namespace; empty for cluster-scoped kinds.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;
}

@ObjectType('Advice', { description: 'A likely mistake in the model.' })
export class AdviceModel {
  @Field({ description: 'The rule that found it.' })
  readonly rule!: string;

  @Field({ description: 'The namespace; empty for cluster-scoped kinds.' })
  readonly namespace!: string;

  @Field(() => [AdvisedObjectModel], { description: 'The objects concerned: the first twenty.' })
  readonly objects!: readonly AdvisedObjectModel[];

  @Field(() => Int, { description: 'Number of objects concerned.' })
  readonly objectCount!: number;

  @Field({ description: 'The finding, as a sentence.' })
  readonly sentence!: string;

  @Field({ description: 'How to resolve it.' })
  readonly remedy!: string;
}

@ObjectType('AdviceList', { description: "Likely mistakes in the model. Costs 1,000 objects of the query's limit." })
export class AdviceListModel {
  @Field(() => Int, { description: 'Number of findings.' })
  readonly total!: number;

  @Field(() => [AdviceModel], { description: 'The findings, those that keep pods pending first.' })
  readonly items!: readonly AdviceModel[];
}

@ObjectType('PendingPodName', { description: 'Reference to a pending pod.' })
export class PendingPodNameModel {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;
}

@ObjectType('ExplainedObstacle', { description: 'A reason for which nodes are rejected for pending pods.' })
export class ExplainedObstacleModel {
  @Field(() => String, { nullable: true, description: 'The filter; null if kube-scheduler names none.' })
  readonly plugin!: string | null;

  @Field({ description: 'The reason as reported by kube-scheduler.' })
  readonly reason!: string;

  @Field(() => Int, { description: 'Pods for which it rejects at least one node.' })
  readonly pods!: number;

  @Field(() => Int, { description: 'Of these, pods that would fit a node without it.' })
  readonly only!: number;

  @Field(() => Int, { description: 'Pods for which it alone rejects every node.' })
  readonly alone!: number;

  @Field(() => PendingPodNameModel, { description: 'One of the pods.' })
  readonly example!: PendingPodNameModel;
}

@ObjectType('ReleasingChange', { description: 'A change of the nodes, and its effect when tried.' })
export class ReleasingChangeModel {
  @Field({ description: '`addNode`, `removeTaint` or `uncordon`.' })
  readonly kind!: string;

  @Field({ description: 'The change, as a sentence.' })
  readonly sentence!: string;

  @Field(() => [String], {
    description: 'Nodes that it changes; for `addNode`, nodes of the same shape: the first twenty.',
  })
  readonly nodes!: readonly string[];

  @Field(() => Int, { description: 'Number of these nodes.' })
  readonly nodeCount!: number;

  @Field(() => Json, { nullable: true, description: 'The removed taint; null if none is removed.' })
  readonly taint!: unknown;

  @Field(() => Int, { description: 'Pods that are scheduled with the change.' })
  readonly released!: number;

  @Field(() => [PendingPodNameModel], { description: 'The first twenty of these pods.' })
  readonly pods!: readonly PendingPodNameModel[];
}

@ObjectType('RaisedLimit', { description: 'A limit of a quota, and the limit that would be needed.' })
export class RaisedLimitModel {
  @Field({ description: 'The resource: `requests.cpu`.' })
  readonly resource!: string;

  @Field({ description: 'The limit.' })
  readonly hard!: string;

  @Field({ description: 'The amount in use.' })
  readonly used!: string;

  @Field({ description: 'The limit that would be needed.' })
  readonly to!: string;
}

@ObjectType('RefusingQuota', {
  description: 'Pods that a quota rejected, and the increase of limits that would admit them.',
})
export class RefusingQuotaModel {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly quota!: string;

  @Field(() => Int, { description: 'Rejected pods that do not exist now, among the newest 10,000 refusals.' })
  readonly pods!: number;

  @Field(() => PendingPodNameModel, { description: 'One of the pods.' })
  readonly example!: PendingPodNameModel;

  @Field(() => [RaisedLimitModel], { description: 'Limits that rejected the pods; empty if the quota has room now.' })
  readonly raises!: readonly RaisedLimitModel[];

  @Field(() => Int, { description: 'Of these pods, the number that the quota would admit now.' })
  readonly admittedNow!: number;

  @Field(() => Int, { description: 'Of these pods, the number that it would admit with the needed limits.' })
  readonly admitted!: number;

  @Field({ description: 'A summary in plain text.' })
  readonly sentence!: string;
}

@ObjectType('PendingExplanation', {
  description: "Why pods are pending, over all of them. Costs 1,000 objects of the query's limit.",
})
export class PendingExplanationModel {
  @Field(() => Int, { description: 'Pending pods without scheduling gates whose scheduler profile exists.' })
  readonly pods!: number;

  @Field(() => Int, { description: 'Pending pods with scheduling gates, or whose scheduler profile does not exist.' })
  readonly notTried!: number;

  @Field(() => Int, { description: 'Pods that a run would schedule now.' })
  readonly placeable!: number;

  @Field(() => Int, { description: 'Pods that would stay pending.' })
  readonly stuck!: number;

  @Field(() => [ExplainedObstacleModel], { description: 'Why the other pods stay pending.' })
  readonly obstacles!: readonly ExplainedObstacleModel[];

  @Field(() => [ReleasingChangeModel], {
    description: 'Changes, each tried on its own, the one that releases the most pods first.',
  })
  readonly changes!: readonly ReleasingChangeModel[];

  @Field({ description: 'Whether the changes were tried with all pods that stay pending, or with the first 5,000.' })
  readonly isExhaustive!: boolean;

  @Field(() => [RefusingQuotaModel], {
    description: 'Quotas that rejected pods, the most pods first. Rejected pods do not exist, and are not pending.',
  })
  readonly quotas!: readonly RefusingQuotaModel[];

  @Field({ description: 'A summary in plain text.' })
  readonly sentence!: string;
}
