import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { Decision } from '#audit';
import type { ClusterPlace } from '#cluster';
import { connectionOf, globalIdType, RelayNode, DateTime } from '../../ground/graphql/index.js';
import { ProfileReferenceModel } from '../profiles/index.js';

/** The words that all faces use. */
export enum DecisionOutcomeModel {
  scheduled = 'scheduled',
  unschedulable = 'unschedulable',
  nominated = 'nominated',
  gated = 'gated',
  skipped = 'skipped',
  error = 'error',
}

registerEnumType(DecisionOutcomeModel, {
  name: 'DecisionOutcome',
  description: 'How an attempt ended.',
  valuesMap: {
    scheduled: { description: 'The pod was bound to a node.' },
    unschedulable: { description: 'No node fits.' },
    nominated: { description: 'No node fits, but one would after evicting pods of lower priority.' },
    gated: { description: 'The pod waits for its scheduling gates.' },
    skipped: { description: 'The pod was asked for and not tried; reasonCode says why.' },
    error: { description: 'The attempt could not be made; the message says why.' },
  },
});

export enum ObstacleModel {
  first = 'first',
  any = 'any',
  sole = 'sole',
  only = 'only',
  alone = 'alone',
}

registerEnumType(ObstacleModel, {
  name: 'Obstacle',
  description: "How a plugin or a reason was in a pod's way.",
  valuesMap: {
    first: { description: 'Some node had it as its first failure, which is the one that kube-scheduler reports.' },
    any: { description: 'Some node failed for it at all.' },
    sole: { description: 'On some node this plugin alone failed.' },
    only: {
      description: 'On some node it was the only reason of the only plugin that failed: without it the pod fits.',
    },
    alone: { description: 'Every node that was turned down was turned down by nothing else.' },
  },
});

export enum TraceStored {
  full = 'full',
  partial = 'partial',
  none = 'none',
}

registerEnumType(TraceStored, {
  name: 'TraceStored',
  description: 'How much of the trace is kept.',
  valuesMap: {
    full: { description: 'All of it.' },
    partial: { description: 'Some of it was left out.' },
    none: { description: 'There is none: the attempt did not reach filtering.' },
  },
});

@ObjectType('PodReference', { description: 'A pod by its name, as it was when it was decided; it may be gone.' })
export class PodReferenceModel {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field({ description: 'Its uid.' })
  readonly uid!: string;
}

@ObjectType('AskedExtender', { description: 'A question to a scheduler extender.' })
export class AskedExtenderModel {
  @Field({ description: 'Its URL, as kube-scheduler names it.' })
  readonly extender!: string;

  @Field({ description: '`filter`, `prioritize`, `preempt` or `bind`.' })
  readonly verb!: string;

  @Field(() => Int, { description: 'Nodes that it was asked about.' })
  readonly nodes!: number;

  @Field(() => String, { nullable: true, description: 'Why there was no answer, or the error in it.' })
  readonly error!: string | null;
}

@ObjectType('DecisionNodes', { description: 'How many nodes were looked at.' })
export class DecisionNodesModel {
  @Field(() => Int, { description: 'Nodes that every filter ran on: all that there were.' })
  readonly evaluated!: number;

  @Field(() => Int, { description: 'Nodes that fit.' })
  readonly feasible!: number;
}

@ObjectType('RejectionNodes', { description: 'How many nodes fail for one reason.' })
export class RejectionNodesModel {
  @Field(() => Int, {
    description: 'Nodes where it is the first failure, which is the one that kube-scheduler reports.',
  })
  readonly first!: number;

  @Field(() => Int, { description: 'Nodes that fail for it at all.' })
  readonly any!: number;

  @Field(() => Int, { description: 'Nodes where this plugin alone fails, for whatever reasons.' })
  readonly sole!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'Nodes where this plugin alone fails, and for this reason alone: without it the pod fits them. Null of ' +
      'decisions from before it was counted.',
  })
  readonly only!: number | null;
}

@ObjectType('Rejection', { description: 'Nodes that one plugin turned down for one reason.' })
export class RejectionModel {
  @Field(() => String, { nullable: true, description: 'The filter; null if kube-scheduler names none.' })
  readonly plugin!: string | null;

  @Field({ description: '`Unschedulable`, `UnschedulableAndUnresolvable` or `Error`.' })
  readonly code!: string;

  @Field({ description: "The reason in kube-scheduler's words." })
  readonly reason!: string;

  @Field(() => RejectionNodesModel, { description: 'How many nodes.' })
  readonly nodes!: RejectionNodesModel;
}

@ObjectType('RunnerUp', { description: 'The best node that was not taken.' })
export class RunnerUpModel {
  @Field({ description: 'Its name.' })
  readonly node!: string;

  @Field(() => Float, { description: 'Its total; an integer.' })
  readonly total!: number;
}

@ObjectType('BestTotal', { description: 'The highest total of the scores.' })
export class BestTotalModel {
  @Field(() => Float, { description: 'The total; an integer.' })
  readonly total!: number;

  @Field(() => Int, { description: 'How many nodes have it.' })
  readonly ties!: number;

  @Field(() => RunnerUpModel, { nullable: true, description: 'The next node; null when there is no other.' })
  readonly runnerUp!: RunnerUpModel | null;
}

/** Global ids of decisions. */
export const DECISION_ID = globalIdType('Decision', ['cluster', 'decision']);

@ObjectType('Decision', {
  implements: () => RelayNode,
  description: 'The outcome of one attempt of one pod in one run. Never changed.',
})
export class DecisionModel implements RelayNode {
  constructor(
    readonly place: ClusterPlace,
    readonly decision: Decision,
  ) {}

  get id(): string {
    return DECISION_ID.write({ cluster: this.place.cluster, decision: this.decision.id });
  }

  @Field(() => ID, { description: 'The id that REST paths take: `<run>.<ordinal>`.' })
  get uid(): string {
    return this.decision.id;
  }

  @Field(() => Int, { description: 'Its place in the run, from 0, in the order in which the pods were tried.' })
  get ordinal(): number {
    return this.decision.ordinal;
  }

  @Field(() => Int, { description: '1, or more when the pod was tried again in the same run.' })
  get attempt(): number {
    return this.decision.attempt;
  }

  @Field(() => DateTime, { description: 'When the revision was written.' })
  get at(): string {
    return this.decision.at;
  }

  @Field(() => PodReferenceModel, { description: 'The pod.' })
  get pod(): PodReferenceModel {
    return this.decision.pod;
  }

  @Field(() => DecisionOutcomeModel, { description: 'How the attempt ended.' })
  get outcome(): Decision['outcome'] {
    return this.decision.outcome;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Why a pod was skipped: `AlreadyBound`, `OtherScheduler`, `Terminating` or `Finished`.',
  })
  get reasonCode(): string | null {
    return this.decision.reasonCode ?? null;
  }

  @Field(() => String, { nullable: true, description: 'Name of the node that the pod was bound to.' })
  get node(): string | null {
    return this.decision.node;
  }

  @Field(() => String, { nullable: true, description: 'Name of the node that preemption makes room on.' })
  get nominatedNode(): string | null {
    return this.decision.nominatedNode;
  }

  @Field(() => [PodReferenceModel], {
    description: 'Pods that make room for it: evicted in the same revision where the run evicts, otherwise only named.',
  })
  get victims(): readonly PodReferenceModel[] {
    return this.decision.victims;
  }

  @Field(() => Int, { description: 'How many there are beside them that the reader may not know.' })
  get otherVictims(): number {
    return this.decision.otherVictims ?? 0;
  }

  @Field(() => Boolean, { description: 'What is of other teams is left out or counted, in its trace too.' })
  get redacted(): boolean {
    return this.decision.redacted ?? false;
  }

  @Field({ description: "In kube-scheduler's words; empty for a pod that was scheduled." })
  get message(): string {
    return this.decision.message;
  }

  @Field(() => DecisionNodesModel, { description: 'How many nodes were looked at, and fit.' })
  get nodes(): DecisionNodesModel {
    return this.decision.nodes;
  }

  @Field(() => [RejectionModel], { description: 'Why nodes were turned down, counted.' })
  get rejections(): readonly RejectionModel[] {
    return this.decision.rejections;
  }

  @Field(() => BestTotalModel, { nullable: true, description: 'The highest total; null when no node fits.' })
  get best(): BestTotalModel | null {
    return this.decision.best;
  }

  @Field(() => ProfileReferenceModel, {
    nullable: true,
    description: 'The profile that decided; null for a pod that was skipped before any was asked.',
  })
  get profile(): ProfileReferenceModel | null {
    return this.decision.profile;
  }

  @Field({ description: 'What ties were broken with; a decimal integer.' })
  get seed(): string {
    return this.decision.seed;
  }

  @Field(() => String, { nullable: true, description: 'SHA-256 over the trace, hexadecimal; null when there is none.' })
  get traceDigest(): string | null {
    return this.decision.traceDigest;
  }

  @Field(() => TraceStored, { description: 'How much of the trace is kept.' })
  get traceStored(): Decision['traceStored'] {
    return this.decision.traceStored;
  }

  @Field(() => [AskedExtenderModel], { description: 'What extenders were asked, in order.' })
  get extenders(): readonly AskedExtenderModel[] {
    return this.decision.extenders ?? [];
  }
}

/** A page of decisions. */
export const DecisionConnection = connectionOf(DecisionModel, { name: 'Decision', what: 'a decision', counted: false });
