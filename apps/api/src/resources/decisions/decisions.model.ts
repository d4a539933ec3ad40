import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { Decision } from '#audit';
import type { ClusterPlace } from '#cluster';
import { connectionOf, globalIdType, RelayNode, viewOf } from '../../ground/graphql/index.js';
import { decisionSchema } from './decision.schema.js';

/** Global ids of decisions. */
export const DECISION_ID = globalIdType('Decision', ['cluster', 'decision']);

@ObjectType('Decision', {
  implements: () => RelayNode,
  description: 'The outcome of one attempt to schedule a pod in a run. Never changes.',
})
export class DecisionModel extends viewOf<Decision>(decisionSchema, { without: ['id', 'run'] }) implements RelayNode {
  constructor(
    readonly place: ClusterPlace,
    readonly decision: Decision,
  ) {
    super(decision);
  }

  get id(): string {
    return DECISION_ID.write({ cluster: this.place.cluster, decision: this.decision.id });
  }

  @Field(() => ID, { description: 'The id in REST paths: `<run>.<ordinal>`.' })
  get uid(): string {
    return this.decision.id;
  }
}

/** A page of decisions. */
export const DecisionConnection = connectionOf(DecisionModel, { name: 'Decision', what: 'a decision', counted: false });
