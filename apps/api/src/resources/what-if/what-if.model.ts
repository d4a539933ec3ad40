import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { DecisionOutcomeModel } from '../decisions/index.js';
import { DateTime, Json } from '../../ground/graphql/index.js';

@ObjectType('WhatIfPodName', { description: 'A pod that need not be there.' })
export class WhatIfPodNameModel {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;
}

@ObjectType('WhatIfPod', { description: 'What a pod came to in a schedule step.' })
export class WhatIfPodModel {
  @Field({ description: 'The pod.' })
  readonly pod!: WhatIfPodNameModel;

  @Field(() => DecisionOutcomeModel, { description: 'What its last attempt came to.' })
  readonly outcome!: string;

  @Field(() => String, { nullable: true, description: 'The node that it would be on.' })
  readonly node!: string | null;

  @Field({ description: "Why on none, in kube-scheduler's words." })
  readonly message!: string;
}

@ObjectType('WhatIfProblem', { description: 'What a step could not do to something.' })
export class WhatIfProblemModel {
  @Field({ description: 'What it is about: `Pod shop/web-1`.' })
  readonly subject!: string;

  @Field({ description: 'Why not.' })
  readonly message!: string;
}

@ObjectType('WhatIfStep', { description: 'What a step came to.' })
export class WhatIfStepModel {
  @Field({ description: 'Its name.' })
  readonly step!: string;

  @Field(() => Json, { description: 'What it did, counted.' })
  readonly counts!: unknown;

  @Field(() => [WhatIfPodModel], { nullable: true, description: 'Of a schedule step: each pod as it ended.' })
  readonly pods?: readonly WhatIfPodModel[];

  @Field(() => [WhatIfProblemModel], { description: 'What it could not do.' })
  readonly problems!: readonly WhatIfProblemModel[];
}

@ObjectType('WhatIfUse', { description: 'What all nodes have of a resource, and what the pods on them request.' })
export class WhatIfUseModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field({ description: 'A Kubernetes quantity.' })
  readonly allocatable!: string;

  @Field({ description: 'A Kubernetes quantity.' })
  readonly requested!: string;

  @Field(() => Float, { nullable: true, description: 'Requested by allocatable; null where there is none of it.' })
  readonly ratio!: number | null;
}

@ObjectType('WhatIfUtilization', { description: 'How full the cluster is before the steps, and after them.' })
export class WhatIfUtilizationModel {
  @Field(() => [WhatIfUseModel], { description: 'Before the first step.' })
  readonly before!: readonly WhatIfUseModel[];

  @Field(() => [WhatIfUseModel], { description: 'After the last step.' })
  readonly after!: readonly WhatIfUseModel[];
}

@ObjectType('WhatIfNodeAmount', { description: 'What a node has of a resource, and what the pods on it request.' })
export class WhatIfNodeAmountModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field({ description: 'A Kubernetes quantity.' })
  readonly allocatable!: string;

  @Field({ description: 'A Kubernetes quantity.' })
  readonly requested!: string;
}

@ObjectType('WhatIfNodeState', { description: 'How a node stands.' })
export class WhatIfNodeStateModel {
  @Field(() => Int, { description: 'Pods on it.' })
  readonly pods!: number;

  @Field({ description: 'Whether it is cordoned.' })
  readonly unschedulable!: boolean;

  @Field(() => [WhatIfNodeAmountModel], { description: 'By resource name in byte order.' })
  readonly resources!: readonly WhatIfNodeAmountModel[];
}

@ObjectType('WhatIfNode', { description: 'A node that stands otherwise after the last step than before the first.' })
export class WhatIfNodeModel {
  @Field({ description: 'Its name.' })
  readonly node!: string;

  @Field(() => WhatIfNodeStateModel, { nullable: true, description: 'Null of a node that came.' })
  readonly before!: WhatIfNodeStateModel | null;

  @Field(() => WhatIfNodeStateModel, { nullable: true, description: 'Null of a node that went.' })
  readonly after!: WhatIfNodeStateModel | null;
}

@ObjectType('WhatIf', { description: 'What would be if the steps were made. Nothing is written.' })
export class WhatIfModel {
  @Field({ description: 'Its id: by it the decisions can be read over REST for an hour.' })
  readonly id!: string;

  @Field(() => DateTime, { description: 'The time of the state that it began with.' })
  readonly at!: string;

  @Field(() => [WhatIfStepModel], { description: 'The steps, in order.' })
  readonly steps!: readonly WhatIfStepModel[];

  @Field({ description: 'How full the cluster is.' })
  readonly utilization!: WhatIfUtilizationModel;

  @Field(() => [WhatIfNodeModel], { description: 'Nodes that stand otherwise than before, by name.' })
  readonly nodes!: readonly WhatIfNodeModel[];
}
