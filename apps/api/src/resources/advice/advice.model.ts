import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Json } from '../../ground/graphql/index.js';

@ObjectType('AdvisedObject', { description: 'An object, by what it is called.' })
export class AdvisedObjectModel {
  @Field({ description: 'Its kind.' })
  readonly kind!: string;

  @Field({ description: 'Its namespace; empty where it lives in none.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;
}

@ObjectType('Advice', { description: 'Something in a model that will surprise.' })
export class AdviceModel {
  @Field({ description: 'What was looked for.' })
  readonly rule!: string;

  @Field({ description: 'Empty where it is of no namespace.' })
  readonly namespace!: string;

  @Field(() => [AdvisedObjectModel], { description: 'What it is about: the first twenty.' })
  readonly objects!: readonly AdvisedObjectModel[];

  @Field(() => Int, { description: 'How many there are in all.' })
  readonly objectCount!: number;

  @Field({ description: 'What it is, in plain words.' })
  readonly sentence!: string;

  @Field({ description: 'What would make an end of it.' })
  readonly remedy!: string;
}

@ObjectType('AdviceList', { description: 'What in a model will surprise. Counts as 1,000 objects.' })
export class AdviceListModel {
  @Field(() => Int, { description: 'How much there is of it.' })
  readonly total!: number;

  @Field(() => [AdviceModel], { description: 'What keeps pods from running first.' })
  readonly items!: readonly AdviceModel[];
}

@ObjectType('PendingPodName', { description: 'A pending pod by its names.' })
export class PendingPodNameModel {
  @Field({ description: 'Its namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;
}

@ObjectType('ExplainedObstacle', { description: 'Something that turns nodes down for pending pods.' })
export class ExplainedObstacleModel {
  @Field(() => String, { nullable: true, description: 'The filter; null where kube-scheduler names none.' })
  readonly plugin!: string | null;

  @Field({ description: "Its reason, in kube-scheduler's words." })
  readonly reason!: string;

  @Field(() => Int, { description: 'Pods for which it turns some node down.' })
  readonly pods!: number;

  @Field(() => Int, { description: 'Of these, pods that fit some node but for this.' })
  readonly only!: number;

  @Field(() => Int, { description: 'Pods for which every node is turned down by this alone.' })
  readonly alone!: number;

  @Field(() => PendingPodNameModel, { description: 'One of the pods.' })
  readonly example!: PendingPodNameModel;
}

@ObjectType('ReleasingChange', { description: 'A change of the nodes, and what it came to when it was tried.' })
export class ReleasingChangeModel {
  @Field({ description: '`addNode`, `removeTaint` or `uncordon`.' })
  readonly kind!: string;

  @Field({ description: 'The change in plain words.' })
  readonly sentence!: string;

  @Field(() => [String], { description: 'Nodes that it changes, or that the added node is like: the first twenty.' })
  readonly nodes!: readonly string[];

  @Field(() => Int, { description: 'How many these are.' })
  readonly nodeCount!: number;

  @Field(() => Json, { nullable: true, description: 'The taint that is lifted; null where none is.' })
  readonly taint!: unknown;

  @Field(() => Int, { description: 'Pods that have a node with it.' })
  readonly released!: number;

  @Field(() => [PendingPodNameModel], { description: 'The first twenty of them.' })
  readonly pods!: readonly PendingPodNameModel[];
}

@ObjectType('RaisedLimit', { description: 'A limit of a quota, and what it would have to be.' })
export class RaisedLimitModel {
  @Field({ description: 'The resource: `requests.cpu`.' })
  readonly resource!: string;

  @Field({ description: 'How much may be used.' })
  readonly hard!: string;

  @Field({ description: 'How much is used.' })
  readonly used!: string;

  @Field({ description: 'How much would have to be allowed.' })
  readonly to!: string;
}

@ObjectType('RefusingQuota', { description: 'Pods that a quota had no room for, and the raise that lets them in.' })
export class RefusingQuotaModel {
  @Field({ description: 'Its namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly quota!: string;

  @Field(() => Int, { description: 'Pods that it refused and that are not there; of the newest 10,000 refusals.' })
  readonly pods!: number;

  @Field(() => PendingPodNameModel, { description: 'One of the pods.' })
  readonly example!: PendingPodNameModel;

  @Field(() => [RaisedLimitModel], {
    description: 'Limits that lacked room when it refused; none where it has room by now.',
  })
  readonly raises!: readonly RaisedLimitModel[];

  @Field(() => Int, { description: 'Of the pods, as many as it would let in as it is.' })
  readonly admittedNow!: number;

  @Field(() => Int, { description: 'The same with the raise.' })
  readonly admitted!: number;

  @Field({ description: 'All of it in plain words.' })
  readonly sentence!: string;
}

@ObjectType('PendingExplanation', {
  description: 'What keeps pods pending, over all of them. Counts as 1,000 objects.',
})
export class PendingExplanationModel {
  @Field(() => Int, { description: 'Pending pods without gates that a profile serves.' })
  readonly pods!: number;

  @Field(() => Int, { description: 'Pending pods with gates, or that no profile serves.' })
  readonly notTried!: number;

  @Field(() => Int, { description: 'Pods that a run would place as things are.' })
  readonly placeable!: number;

  @Field(() => Int, { description: 'The others.' })
  readonly stuck!: number;

  @Field(() => [ExplainedObstacleModel], { description: 'What is in the way of those that stay.' })
  readonly obstacles!: readonly ExplainedObstacleModel[];

  @Field(() => [ReleasingChangeModel], {
    description: 'Changes, each tried by itself, those that release the most first.',
  })
  readonly changes!: readonly ReleasingChangeModel[];

  @Field({ description: 'Whether changes were tried with all pods that stay, or with the first 5,000.' })
  readonly isExhaustive!: boolean;

  @Field(() => [RefusingQuotaModel], {
    description:
      'What quotas had no room for, the most pods first: such pods were refused, and none of them is pending.',
  })
  readonly quotas!: readonly RefusingQuotaModel[];

  @Field({ description: 'All of it in plain words.' })
  readonly sentence!: string;
}
