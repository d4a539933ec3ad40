import { ArgsType, Field, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { ClusterPlace } from '#cluster';
import {
  obstacleSetOf,
  PENDING_BY,
  PENDING_STATES,
  type PendingGroup,
  type PendingPage,
  type PendingPod,
} from '#questions';
import { obstacle } from '../decisions/index.js';
import { argsOf, connectionOf, DateTime, PageArgs, typeOf } from '../../ground/graphql/index.js';
import { PENDING_ORDERS, pendingFilter } from './pending.schema.js';

type WordsOf<Word extends string> = { readonly [Name in Word]: Name };
const wordsOf = <Word extends string>(words: readonly Word[]): WordsOf<Word> =>
  Object.fromEntries(words.map((word) => [word, word])) as WordsOf<Word>;

export const PendingByModel = wordsOf(PENDING_BY);
registerEnumType(PendingByModel, {
  name: 'PendingBy',
  description: 'What pending pods are grouped by.',
  valuesMap: {
    obstacleSet: { description: 'By everything for which nodes were rejected in the last attempt.' },
    plugin: { description: 'By the filters that rejected nodes: a pod is in one group for each.' },
    reason: { description: 'By the reasons for which nodes were rejected: a pod is in one group for each.' },
    resource: { description: 'By the exhausted resources; excludes pods without one.' },
    namespace: { description: 'By namespace of the pod.' },
    state: { description: 'The cause of being pending.' },
  },
});

const PendingStateModel = wordsOf(PENDING_STATES);
registerEnumType(PendingStateModel, {
  name: 'PendingState',
  description: 'Why a pod is pending: the first of these that applies.',
  valuesMap: {
    gated: { description: 'It has scheduling gates.' },
    neverTried: { description: 'It has not been attempted since it has no gates.' },
    nominated: { description: 'Preemption nominated a node for it.' },
    unschedulable: { description: 'No node was feasible in the last attempt.' },
    error: { description: 'The last attempt failed with an error.' },
    skipped: { description: 'It was requested and not attempted.' },
  },
});

const PendingOrderModel = wordsOf(PENDING_ORDERS);
registerEnumType(PendingOrderModel, {
  name: 'PendingPodOrder',
  description: 'What pending pods are ordered by.',
  valuesMap: {
    oldest: { description: 'By creation time, oldest first.' },
    name: { description: 'By namespace and name.' },
  },
});

const FILTER = {
  namespace: 'Only this namespace.',
  state: { type: () => PendingStateModel, description: 'Only pods that are pending for this cause.' },
  plugin: 'Only pods whose last attempt rejected a node by this filter.',
  reason: 'Only pods whose last attempt rejected a node for this reason; with `plugin`, by that filter.',
  obstacle: { type: typeOf(obstacle), description: 'How `plugin` and `reason` rejected nodes.' },
  obstacleSet: 'Only pods whose last attempt rejected nodes for exactly this: a value of `obstacleSet` in the groups.',
} as const;

@ArgsType()
export class PendingArgs extends argsOf(pendingFilter, FILTER) {
  @Field(() => [PendingByModel], { defaultValue: ['obstacleSet'], description: 'What to group by.' })
  readonly groupBy!: (typeof PENDING_BY)[number][];

  @Field(() => Int, { defaultValue: 50, description: 'Maximum number of groups, 1 to 500: those with the most pods.' })
  readonly first!: number;
}

@ArgsType()
export class PendingPodsArgs extends argsOf(pendingFilter, FILTER, PageArgs) {
  @Field(() => PendingOrderModel, { defaultValue: 'oldest', description: 'The order.' })
  readonly orderBy!: (typeof PENDING_ORDERS)[number];
}

@ObjectType('PendingStates', {
  description: 'Number of pods by the cause of being pending; the counts add up to all pods.',
})
export class PendingStatesModel {
  @Field(() => Int, { description: 'With scheduling gates.' })
  readonly gated!: number;

  @Field(() => Int, { description: 'Not attempted since they have no gates.' })
  readonly neverTried!: number;

  @Field(() => Int, { description: 'With a nominated node.' })
  readonly nominated!: number;

  @Field(() => Int, { description: 'For which no node was feasible in the last attempt.' })
  readonly unschedulable!: number;

  @Field(() => Int, { description: 'Whose last attempt failed with an error.' })
  readonly error!: number;

  @Field(() => Int, { description: 'That were requested and not attempted.' })
  readonly skipped!: number;
}

@ObjectType('OldestPod', { description: 'The oldest pod of a group.' })
export class OldestPodModel {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly since!: string;
}

@ObjectType('PendingObstacles', {
  description:
    "Number of pods by how the group's plugin, reason or resource rejected nodes in their last attempt; 0 " +
    'if the group has none.',
})
export class PendingObstaclesModel {
  @Field(() => Int, { description: 'It was the first failure on at least one node.' })
  readonly first!: number;

  @Field(() => Int, { description: 'It failed on at least one node.' })
  readonly any!: number;

  @Field(() => Int, { description: 'On at least one node no other plugin failed.' })
  readonly sole!: number;

  @Field(() => Int, {
    description:
      'On at least one node it was the only reason of the only failing plugin: without it the pod fits that ' + 'node.',
  })
  readonly only!: number;

  @Field(() => Int, { description: 'No node was rejected for anything else.' })
  readonly alone!: number;
}

const named = (what: string): { readonly nullable: true; readonly description: string } => ({
  nullable: true,
  description: `${what}; null if \`groupBy\` does not contain it, or there is none.`,
});

@ObjectType('PendingGroup', { description: 'Pending pods with the same values of `groupBy`.' })
export class PendingGroupModel {
  constructor(private readonly found: PendingGroup) {}

  @Field(() => String, named('Everything for which nodes were rejected, as `plugin: reason`, separated by `; `'))
  get obstacleSet(): string | null {
    return this.found.group.obstacleSet ?? null;
  }

  @Field(() => String, named('The filter'))
  get plugin(): string | null {
    return this.found.group.plugin ?? null;
  }

  @Field(() => String, named('The reason as reported by kube-scheduler'))
  get reason(): string | null {
    return this.found.group.reason ?? null;
  }

  @Field(() => String, named('The exhausted resource'))
  get resource(): string | null {
    return this.found.group.resource ?? null;
  }

  @Field(() => String, named('The namespace'))
  get namespace(): string | null {
    return this.found.group.namespace ?? null;
  }

  @Field(() => PendingStateModel, named('Why they are pending'))
  get state(): string | null {
    return this.found.group.state ?? null;
  }

  @Field(() => Int, {
    description: 'Number of distinct pods. Grouped by plugin, reason or resource, a pod is in several groups.',
  })
  get pods(): number {
    return this.found.pods;
  }

  @Field(() => OldestPodModel, { description: 'The oldest pod.' })
  get oldest(): OldestPodModel {
    return this.found.oldest;
  }

  @Field(() => PendingStatesModel, { description: 'Number of pods by the cause of being pending.' })
  get states(): PendingStatesModel {
    return this.found.states;
  }

  @Field(() => PendingObstaclesModel, { description: "How the group's plugin, reason or resource rejected nodes." })
  get obstacles(): PendingObstaclesModel {
    return this.found.obstacles;
  }
}

@ObjectType('Pending', {
  description: 'Pods that are pending now: not assigned to a node, without succeeded and failed pods.',
})
export class PendingModel {
  constructor(private readonly page: PendingPage) {}

  @Field(() => Int, { description: 'Number of pods that match the filter, over all groups.' })
  get pods(): number {
    return this.page.pods;
  }

  @Field(() => PendingStatesModel, { description: 'The same by the cause of being pending.' })
  get states(): PendingStatesModel {
    return this.page.states;
  }

  @Field(() => [PendingGroupModel], { description: 'The groups with the most pods, largest first.' })
  get groups(): PendingGroupModel[] {
    return this.page.items.map((item) => new PendingGroupModel(item));
  }

  @Field({ description: 'Whether there are more groups.' })
  get hasMore(): boolean {
    return this.page.nextOffset !== null;
  }
}

@ObjectType('PendingPod', { description: 'A pod that is pending now.' })
export class PendingPodModel {
  constructor(
    readonly place: ClusterPlace,
    readonly found: PendingPod,
  ) {}

  @Field({ description: 'The namespace.' })
  get namespace(): string {
    return this.found.namespace;
  }

  @Field({ description: 'Its name.' })
  get name(): string {
    return this.found.name;
  }

  @Field({ description: 'Its uid.' })
  get uid(): string {
    return this.found.uid;
  }

  @Field(() => DateTime, { description: 'When it was created.' })
  get since(): string {
    return this.found.since.toISOString();
  }

  @Field(() => PendingStateModel, { description: 'The cause of being pending.' })
  get state(): string {
    return this.found.state;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Everything for which nodes were rejected in its last attempt; null if there is nothing.',
  })
  get obstacleSet(): string | null {
    return obstacleSetOf(this.found.rejections);
  }
}

export const PendingPodConnection = connectionOf(PendingPodModel, {
  name: 'PendingPod',
  what: 'a pending pod',
  counted: true,
});
