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
  description: 'Outcome of an attempt.',
  valuesMap: {
    scheduled: { description: 'The pod was bound to a node.' },
    unschedulable: { description: 'No node is feasible.' },
    nominated: { description: 'No node is feasible, but one would be if pods of lower priority were evicted.' },
    gated: { description: 'The pod has scheduling gates.' },
    skipped: { description: 'The pod was requested and not attempted; reasonCode gives the cause.' },
    error: { description: 'The attempt failed with an error, given in the message.' },
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
  description: 'How a plugin or a reason rejected nodes.',
  valuesMap: {
    first: { description: 'On at least one node it was the first failure, the one that kube-scheduler reports.' },
    any: { description: 'It failed on at least one node.' },
    sole: { description: 'On at least one node no other plugin failed.' },
    only: {
      description:
        'On at least one node it was the only reason of the only failing plugin: without it the pod fits that ' +
        'node.',
    },
    alone: { description: 'No node was rejected for anything else.' },
  },
});

export enum TraceStored {
  full = 'full',
  partial = 'partial',
  none = 'none',
}

registerEnumType(TraceStored, {
  name: 'TraceStored',
  description: 'How much of the trace is stored.',
  valuesMap: {
    full: { description: 'All of it.' },
    partial: { description: 'Part of it.' },
    none: { description: 'None: the attempt did not reach filtering.' },
  },
});

@ObjectType('PodReference', { description: 'Reference to a pod as of the decision; the pod may have been deleted.' })
export class PodReferenceModel {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field({ description: 'Its uid.' })
  readonly uid!: string;
}

@ObjectType('AskedExtender', { description: 'A call of a scheduler extender.' })
export class AskedExtenderModel {
  @Field({ description: 'Its URL, by which kube-scheduler names it.' })
  readonly extender!: string;

  @Field({ description: '`filter`, `prioritize`, `preempt` or `bind`.' })
  readonly verb!: string;

  @Field(() => Int, { description: 'Number of nodes in the call.' })
  readonly nodes!: number;

  @Field(() => String, { nullable: true, description: 'The error, or why there was no answer.' })
  readonly error!: string | null;
}

@ObjectType('DecisionNodes', { description: 'Number of evaluated nodes.' })
export class DecisionNodesModel {
  @Field(() => Int, { description: 'Nodes on which all filters ran: every node of the cluster.' })
  readonly evaluated!: number;

  @Field(() => Int, { description: 'Feasible nodes.' })
  readonly feasible!: number;
}

@ObjectType('RejectionNodes', { description: 'Number of nodes rejected for one reason.' })
export class RejectionNodesModel {
  @Field(() => Int, { description: 'Nodes on which it is the first failure, the one that kube-scheduler reports.' })
  readonly first!: number;

  @Field(() => Int, { description: 'Nodes on which it fails.' })
  readonly any!: number;

  @Field(() => Int, { description: 'Nodes on which only this plugin fails, for any reasons.' })
  readonly sole!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'Nodes on which only this plugin fails, for this reason only: without it the pod fits. Null in ' +
      'decisions from before it was counted.',
  })
  readonly only!: number | null;
}

@ObjectType('Rejection', { description: 'Number of nodes that one plugin rejected for one reason.' })
export class RejectionModel {
  @Field(() => String, { nullable: true, description: 'The filter; null if kube-scheduler names none.' })
  readonly plugin!: string | null;

  @Field({ description: '`Unschedulable`, `UnschedulableAndUnresolvable` or `Error`.' })
  readonly code!: string;

  @Field({ description: 'The reason as reported by kube-scheduler.' })
  readonly reason!: string;

  @Field(() => RejectionNodesModel, { description: 'Number of nodes.' })
  readonly nodes!: RejectionNodesModel;
}

@ObjectType('RunnerUp', { description: 'The best of the other nodes.' })
export class RunnerUpModel {
  @Field({ description: 'Its name.' })
  readonly node!: string;

  @Field(() => Float, { description: 'Its total score; an integer.' })
  readonly total!: number;
}

@ObjectType('BestTotal', { description: 'The highest total score.' })
export class BestTotalModel {
  @Field(() => Float, { description: 'The total score; an integer.' })
  readonly total!: number;

  @Field(() => Int, { description: 'Number of nodes with this total.' })
  readonly ties!: number;

  @Field(() => RunnerUpModel, { nullable: true, description: 'The next best node; null if there is no other.' })
  readonly runnerUp!: RunnerUpModel | null;
}

/** Global ids of decisions. */
export const DECISION_ID = globalIdType('Decision', ['cluster', 'decision']);

@ObjectType('Decision', {
  implements: () => RelayNode,
  description: 'The outcome of one attempt to schedule a pod in a run. Never changes.',
})
export class DecisionModel implements RelayNode {
  constructor(
    readonly place: ClusterPlace,
    readonly decision: Decision,
  ) {}

  get id(): string {
    return DECISION_ID.write({ cluster: this.place.cluster, decision: this.decision.id });
  }

  @Field(() => ID, { description: 'The id in REST paths: `<run>.<ordinal>`.' })
  get uid(): string {
    return this.decision.id;
  }

  @Field(() => Int, { description: 'Its ordinal in the run, from 0, in the order of the attempts.' })
  get ordinal(): number {
    return this.decision.ordinal;
  }

  @Field(() => Int, { description: 'The attempt, from 1; above 1 if the run attempted the pod again.' })
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

  @Field(() => DecisionOutcomeModel, { description: 'Outcome of the attempt.' })
  get outcome(): Decision['outcome'] {
    return this.decision.outcome;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Why the pod was skipped: `AlreadyBound`, `OtherScheduler`, `Terminating` or `Finished`.',
  })
  get reasonCode(): string | null {
    return this.decision.reasonCode ?? null;
  }

  @Field(() => String, { nullable: true, description: 'Name of the node that the pod was bound to.' })
  get node(): string | null {
    return this.decision.node;
  }

  @Field(() => String, { nullable: true, description: 'Name of the node nominated by preemption.' })
  get nominatedNode(): string | null {
    return this.decision.nominatedNode;
  }

  @Field(() => [PodReferenceModel], {
    description: 'Pods that preemption removes: evicted in the same revision if the run evicts, otherwise only named.',
  })
  get victims(): readonly PodReferenceModel[] {
    return this.decision.victims;
  }

  @Field(() => Int, { description: 'Number of further such pods that the caller may not know.' })
  get otherVictims(): number {
    return this.decision.otherVictims ?? 0;
  }

  @Field(() => Boolean, {
    description: 'Whether objects of other teams are omitted or only counted, also in its trace.',
  })
  get redacted(): boolean {
    return this.decision.redacted ?? false;
  }

  @Field({ description: 'As reported by kube-scheduler; empty if the pod was scheduled.' })
  get message(): string {
    return this.decision.message;
  }

  @Field(() => DecisionNodesModel, { description: 'Number of evaluated and of feasible nodes.' })
  get nodes(): DecisionNodesModel {
    return this.decision.nodes;
  }

  @Field(() => [RejectionModel], { description: 'Reasons for which nodes were rejected, with counts.' })
  get rejections(): readonly RejectionModel[] {
    return this.decision.rejections;
  }

  @Field(() => BestTotalModel, { nullable: true, description: 'The highest total score; null if no node is feasible.' })
  get best(): BestTotalModel | null {
    return this.decision.best;
  }

  @Field(() => ProfileReferenceModel, {
    nullable: true,
    description: 'The scheduler profile that decided; null if the pod was skipped without one.',
  })
  get profile(): ProfileReferenceModel | null {
    return this.decision.profile;
  }

  @Field({ description: 'The seed for breaking ties; a decimal integer.' })
  get seed(): string {
    return this.decision.seed;
  }

  @Field(() => String, { nullable: true, description: 'SHA-256 over the trace, hexadecimal; null if there is none.' })
  get traceDigest(): string | null {
    return this.decision.traceDigest;
  }

  @Field(() => TraceStored, { description: 'How much of the trace is stored.' })
  get traceStored(): Decision['traceStored'] {
    return this.decision.traceStored;
  }

  @Field(() => [AskedExtenderModel], { description: 'Calls of extenders, in order.' })
  get extenders(): readonly AskedExtenderModel[] {
    return this.decision.extenders ?? [];
  }
}

/** A page of decisions. */
export const DecisionConnection = connectionOf(DecisionModel, { name: 'Decision', what: 'a decision', counted: false });
