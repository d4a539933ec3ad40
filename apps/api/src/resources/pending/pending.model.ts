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
import { ObstacleModel } from '../decisions/index.js';
import { argsOf, connectionOf, DateTime, PageArgs } from '../../ground/graphql/index.js';
import { PENDING_ORDERS, pendingFilter } from './pending.schema.js';

type WordsOf<Word extends string> = { readonly [Name in Word]: Name };
const wordsOf = <Word extends string>(words: readonly Word[]): WordsOf<Word> =>
  Object.fromEntries(words.map((word) => [word, word])) as WordsOf<Word>;

export const PendingByModel = wordsOf(PENDING_BY);
registerEnumType(PendingByModel, {
  name: 'PendingBy',
  description: 'What pending pods are grouped by.',
  valuesMap: {
    obstacleSet: { description: 'All that turned nodes down in the last attempt.' },
    plugin: { description: 'The filters that turned nodes down: a pod is in a group for each.' },
    reason: { description: 'The reasons for which nodes were turned down: a pod is in a group for each.' },
    resource: { description: 'What a reason says is exhausted; pods of which none says so are left out.' },
    namespace: { description: 'The namespace of the pod.' },
    state: { description: 'Why it is pending.' },
  },
});

const PendingStateModel = wordsOf(PENDING_STATES);
registerEnumType(PendingStateModel, {
  name: 'PendingState',
  description: 'Why a pod is pending: the first of these that is so.',
  valuesMap: {
    gated: { description: 'It has scheduling gates.' },
    neverTried: { description: 'Nothing was decided about it since it has no gates.' },
    nominated: { description: 'Preemption makes room for it on a node.' },
    unschedulable: { description: 'It fit no node when it was last tried.' },
    error: { description: 'The last attempt could not be made.' },
    skipped: { description: 'It was asked for and not tried.' },
  },
});

const PendingOrderModel = wordsOf(PENDING_ORDERS);
registerEnumType(PendingOrderModel, {
  name: 'PendingPodOrder',
  description: 'By what pending pods are ordered.',
  valuesMap: { oldest: { description: 'That was made first.' }, name: { description: 'By namespace and name.' } },
});

const FILTER = {
  namespace: 'In this namespace.',
  state: { type: () => PendingStateModel, description: 'Pending for this cause.' },
  plugin: 'Of whose last attempt this filter turned a node down.',
  reason: 'Of whose last attempt a node was turned down for this reason; with `plugin`, by that filter.',
  obstacle: { type: () => ObstacleModel, description: 'How what `plugin` and `reason` say was in the way.' },
  obstacleSet: 'Of whose last attempt this turned nodes down, and nothing else, as groups by it are named.',
} as const;

@ArgsType()
export class PendingArgs extends argsOf(pendingFilter, FILTER) {
  @Field(() => [PendingByModel], { defaultValue: ['obstacleSet'], description: 'What to group by.' })
  readonly groupBy!: (typeof PENDING_BY)[number][];

  @Field(() => Int, { defaultValue: 50, description: 'How many groups at most, 1 to 500: those with the most pods.' })
  readonly first!: number;
}

@ArgsType()
export class PendingPodsArgs extends argsOf(pendingFilter, FILTER, PageArgs) {
  @Field(() => PendingOrderModel, { defaultValue: 'oldest', description: 'The order.' })
  readonly orderBy!: (typeof PENDING_ORDERS)[number];
}

@ObjectType('PendingStates', { description: 'Pods by why they are pending: they add up to all of them.' })
export class PendingStatesModel {
  @Field(() => Int, { description: 'With scheduling gates.' })
  readonly gated!: number;

  @Field(() => Int, { description: 'About which nothing was decided since they have no gates.' })
  readonly neverTried!: number;

  @Field(() => Int, { description: 'For which preemption makes room.' })
  readonly nominated!: number;

  @Field(() => Int, { description: 'That fit no node when they were last tried.' })
  readonly unschedulable!: number;

  @Field(() => Int, { description: 'Whose last attempt could not be made.' })
  readonly error!: number;

  @Field(() => Int, { description: 'That were asked for and not tried.' })
  readonly skipped!: number;
}

@ObjectType('OldestPod', { description: 'The pod of a group that was made first.' })
export class OldestPodModel {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly since!: string;
}

@ObjectType('PendingObstacles', {
  description: 'In the last attempts of how many pods what a group names was such an obstacle; 0 where it names none.',
})
export class PendingObstaclesModel {
  @Field(() => Int, { description: 'Some node had it as its first failure.' })
  readonly first!: number;

  @Field(() => Int, { description: 'Some node failed for it at all.' })
  readonly any!: number;

  @Field(() => Int, { description: 'On some node no other plugin failed.' })
  readonly sole!: number;

  @Field(() => Int, {
    description: 'On some node it was the only reason of the only plugin that failed: without it the pod fits.',
  })
  readonly only!: number;

  @Field(() => Int, { description: 'Every node that was turned down was turned down by nothing else.' })
  readonly alone!: number;
}

const named = (what: string): { readonly nullable: true; readonly description: string } => ({
  nullable: true,
  description: `${what}; null where it is not grouped by, or there is none.`,
});

@ObjectType('PendingGroup', { description: 'Pending pods that are alike in what they were grouped by.' })
export class PendingGroupModel {
  constructor(private readonly found: PendingGroup) {}

  @Field(() => String, named('All that turned nodes down, as `plugin: reason` with `; ` between'))
  get obstacleSet(): string | null {
    return this.found.group.obstacleSet ?? null;
  }

  @Field(() => String, named('The filter'))
  get plugin(): string | null {
    return this.found.group.plugin ?? null;
  }

  @Field(() => String, named("The reason, in kube-scheduler's words"))
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

  @Field(() => Int, { description: 'Pods, each once. By plugin, reason and resource a pod is in many groups.' })
  get pods(): number {
    return this.found.pods;
  }

  @Field(() => OldestPodModel, { description: 'The pod that was made first.' })
  get oldest(): OldestPodModel {
    return this.found.oldest;
  }

  @Field(() => PendingStatesModel, { description: 'The pods by why they are pending.' })
  get states(): PendingStatesModel {
    return this.found.states;
  }

  @Field(() => PendingObstaclesModel, { description: 'How what the group names was in the way of its pods.' })
  get obstacles(): PendingObstaclesModel {
    return this.found.obstacles;
  }
}

@ObjectType('Pending', { description: 'Pods that are pending now: on no node, and not finished.' })
export class PendingModel {
  constructor(private readonly page: PendingPage) {}

  @Field(() => Int, { description: 'All of them that the filter lets through, whatever they are grouped by.' })
  get pods(): number {
    return this.page.pods;
  }

  @Field(() => PendingStatesModel, { description: 'The same by why they are pending.' })
  get states(): PendingStatesModel {
    return this.page.states;
  }

  @Field(() => [PendingGroupModel], { description: 'The groups with the most pods, the largest first.' })
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

  @Field(() => PendingStateModel, { description: 'Why it is pending.' })
  get state(): string {
    return this.found.state;
  }

  @Field(() => String, {
    nullable: true,
    description: 'All that turned nodes down in its last attempt; null for nothing.',
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
