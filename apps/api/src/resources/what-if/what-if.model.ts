import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { DecisionOutcomeModel } from '../decisions/index.js';
import { DateTime, Json } from '../../ground/graphql/index.js';

@ObjectType('WhatIfPodName', { description: 'A hypothetical pod, which may not exist.' })
export class WhatIfPodNameModel {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;
}

@ObjectType('WhatIfPod', { description: 'The result of a schedule step for a pod.' })
export class WhatIfPodModel {
  @Field({ description: 'The pod.' })
  readonly pod!: WhatIfPodNameModel;

  @Field(() => DecisionOutcomeModel, { description: 'Outcome of its last attempt.' })
  readonly outcome!: string;

  @Field(() => String, { nullable: true, description: 'The node on which it would be.' })
  readonly node!: string | null;

  @Field({ description: 'Why it is on none, as reported by kube-scheduler.' })
  readonly message!: string;
}

@ObjectType('WhatIfProblem', { description: 'Something that a step could not do.' })
export class WhatIfProblemModel {
  @Field({ description: 'The object: `Pod shop/web-1`.' })
  readonly subject!: string;

  @Field({ description: 'Why not.' })
  readonly message!: string;
}

@ObjectType('WhatIfStep', { description: 'The result of a step.' })
export class WhatIfStepModel {
  @Field({ description: 'Its name.' })
  readonly step!: string;

  @Field(() => Json, { description: 'Counts of what it did.' })
  readonly counts!: unknown;

  @Field(() => [WhatIfPodModel], { nullable: true, description: 'For a schedule step: the result for each pod.' })
  readonly pods?: readonly WhatIfPodModel[];

  @Field(() => [WhatIfProblemModel], { description: 'What it could not do.' })
  readonly problems!: readonly WhatIfProblemModel[];
}

@ObjectType('WhatIfUse', {
  description: 'Allocatable of all nodes, and requests of the pods on them, for one resource.',
})
export class WhatIfUseModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field({ description: 'A Kubernetes quantity.' })
  readonly allocatable!: string;

  @Field({ description: 'A Kubernetes quantity.' })
  readonly requested!: string;

  @Field(() => Float, {
    nullable: true,
    description: 'Requested divided by allocatable; null if nothing is allocatable.',
  })
  readonly ratio!: number | null;
}

@ObjectType('WhatIfUtilization', { description: 'Utilization of the cluster before and after the steps.' })
export class WhatIfUtilizationModel {
  @Field(() => [WhatIfUseModel], { description: 'Before the first step.' })
  readonly before!: readonly WhatIfUseModel[];

  @Field(() => [WhatIfUseModel], { description: 'After the last step.' })
  readonly after!: readonly WhatIfUseModel[];
}

@ObjectType('WhatIfNodeAmount', {
  description: 'Allocatable of a node, and requests of the pods on it, for one resource.',
})
export class WhatIfNodeAmountModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field({ description: 'A Kubernetes quantity.' })
  readonly allocatable!: string;

  @Field({ description: 'A Kubernetes quantity.' })
  readonly requested!: string;
}

@ObjectType('WhatIfNodeState', { description: 'State of a node.' })
export class WhatIfNodeStateModel {
  @Field(() => Int, { description: 'Pods on it.' })
  readonly pods!: number;

  @Field({ description: 'Whether it is cordoned.' })
  readonly unschedulable!: boolean;

  @Field(() => [WhatIfNodeAmountModel], { description: 'By resource name, in byte order.' })
  readonly resources!: readonly WhatIfNodeAmountModel[];
}

@ObjectType('WhatIfNode', { description: 'A node that differs before the first step and after the last.' })
export class WhatIfNodeModel {
  @Field({ description: 'Its name.' })
  readonly node!: string;

  @Field(() => WhatIfNodeStateModel, { nullable: true, description: 'Null if the node was added.' })
  readonly before!: WhatIfNodeStateModel | null;

  @Field(() => WhatIfNodeStateModel, { nullable: true, description: 'Null if the node was removed.' })
  readonly after!: WhatIfNodeStateModel | null;
}

@ObjectType('WhatIf', { description: 'The result of hypothetical steps. Nothing is written.' })
export class WhatIfModel {
  @Field({ description: 'The id, by which REST returns the decisions for an hour.' })
  readonly id!: string;

  @Field(() => DateTime, { description: 'The time of the initial state.' })
  readonly at!: string;

  @Field(() => [WhatIfStepModel], { description: 'The results of the steps, in order.' })
  readonly steps!: readonly WhatIfStepModel[];

  @Field({ description: 'Utilization of the cluster.' })
  readonly utilization!: WhatIfUtilizationModel;

  @Field(() => [WhatIfNodeModel], {
    description: 'Nodes that differ before the first step and after the last, by name.',
  })
  readonly nodes!: readonly WhatIfNodeModel[];
}
