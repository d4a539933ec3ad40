import { Field, Float, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { DecisionTotals, Waits } from '#audit';
import { connectionOf } from '../../ground/graphql/index.js';

export enum TotalsByModel {
  day = 'day',
  week = 'week',
  month = 'month',
  namespace = 'namespace',
  outcome = 'outcome',
  profile = 'profile',
  plugin = 'plugin',
  reason = 'reason',
  resource = 'resource',
}

registerEnumType(TotalsByModel, {
  name: 'DecisionTotalsBy',
  description: 'What decisions are counted by.',
  valuesMap: {
    day: { description: 'By the day, UTC.' },
    week: { description: 'From Monday on, UTC.' },
    month: { description: 'By the month, UTC.' },
    outcome: { description: 'By how the attempts ended.' },
    namespace: { description: 'By the namespace of the pod.' },
    profile: { description: 'By the name of the profile that decided.' },
    plugin: { description: 'By the filter that turned nodes down; decisions that none did are left out.' },
    reason: { description: 'By the reason for which nodes were turned down; decisions without any are left out.' },
    resource: { description: 'What a reason says is exhausted; decisions that say so of none are left out.' },
  },
});

export enum TotalsOrderModel {
  attempts = 'attempts',
  first = 'first',
  any = 'any',
  sole = 'sole',
  only = 'only',
  alone = 'alone',
  nodesFirst = 'nodesFirst',
  nodesAny = 'nodesAny',
  nodesSole = 'nodesSole',
  nodesOnly = 'nodesOnly',
}

registerEnumType(TotalsOrderModel, {
  name: 'DecisionTotalsOrder',
  description:
    'What groups are ordered by, the highest first. All but `attempts` want a plugin, a reason or a resource.',
  valuesMap: {
    attempts: { description: 'The attempts of the group.' },
    first: { description: '`obstacles.first`.' },
    any: { description: '`obstacles.any`.' },
    sole: { description: '`obstacles.sole`.' },
    only: { description: '`obstacles.only`.' },
    alone: { description: '`obstacles.alone`.' },
    nodesFirst: { description: '`nodes.first`.' },
    nodesAny: { description: '`nodes.any`.' },
    nodesSole: { description: '`nodes.sole`.' },
    nodesOnly: { description: '`nodes.only`.' },
  },
});

export enum WaitsByModel {
  day = 'day',
  week = 'week',
  month = 'month',
  namespace = 'namespace',
}

registerEnumType(WaitsByModel, {
  name: 'WaitsBy',
  description: 'What waits are summed up by.',
  valuesMap: {
    day: { description: 'By the day, UTC.' },
    week: { description: 'From Monday on, UTC.' },
    month: { description: 'By the month, UTC.' },
    namespace: { description: 'By the namespace of the pod.' },
  },
});

@ObjectType('DecisionObstacles', {
  description: 'In how many attempts the plugin, the reason, both or the resource of a group was such an obstacle.',
})
export class ObstaclesModel implements Readonly<DecisionTotals['obstacles']> {
  @Field(() => Float, { description: 'Some node had it as its first failure.' })
  readonly first!: number;

  @Field(() => Float, { description: 'Some node failed for it at all.' })
  readonly any!: number;

  @Field(() => Float, { description: 'On some node no other plugin failed.' })
  readonly sole!: number;

  @Field(() => Float, {
    description: 'On some node it was the only reason of the only plugin that failed: without it the pod fits.',
  })
  readonly only!: number;

  @Field(() => Float, { description: 'Every node that was turned down was turned down by nothing else.' })
  readonly alone!: number;
}

@ObjectType('RejectedNodes', {
  description:
    'Nodes that were turned down, summed over the attempts and over the reasons of the group: a node that a plugin ' +
    'turned down for two reasons counts for both.',
})
export class RejectedNodesModel implements Readonly<DecisionTotals['nodes']> {
  @Field(() => Float, { description: 'There first.' })
  readonly first!: number;

  @Field(() => Float, { description: 'There at all.' })
  readonly any!: number;

  @Field(() => Float, { description: 'By this plugin alone, for whatever reasons.' })
  readonly sole!: number;

  @Field(() => Float, { description: 'By this plugin alone and for one reason alone: without it the pod fits.' })
  readonly only!: number;
}

const named = (what: string): { readonly nullable: true; readonly description: string } => ({
  nullable: true,
  description: `${what}; null where it is not counted by.`,
});

@ObjectType('DecisionTotals', { description: 'Decisions that are alike in what they were counted by.' })
export class DecisionTotalsModel {
  constructor(private readonly totals: DecisionTotals) {}

  @Field(() => String, { ...named('The day that the day, week or month begins with: `2026-01-31`') })
  get from(): string | null {
    const { day, week, month } = this.totals.group;
    return day ?? week ?? month ?? null;
  }

  @Field(() => String, { ...named('Namespace of the pods') })
  get namespace(): string | null {
    return this.totals.group.namespace ?? null;
  }

  @Field(() => String, { ...named('How the attempts ended') })
  get outcome(): string | null {
    return this.totals.group.outcome ?? null;
  }

  @Field(() => String, { ...named('Name of the profile') })
  get profile(): string | null {
    return this.totals.group.profile ?? null;
  }

  @Field(() => String, { ...named('The filter that turned nodes down') })
  get plugin(): string | null {
    return this.totals.group.plugin ?? null;
  }

  @Field(() => String, { ...named("The reason, in kube-scheduler's words") })
  get reason(): string | null {
    return this.totals.group.reason ?? null;
  }

  @Field(() => String, { ...named('The resource that was exhausted') })
  get resource(): string | null {
    return this.totals.group.resource ?? null;
  }

  @Field(() => Float, { description: 'Decisions: an attempt counts once, whatever it is grouped by.' })
  get attempts(): number {
    return this.totals.attempts;
  }

  @Field(() => Float, {
    nullable: true,
    description:
      'Pods that were tried in these attempts, by uid: each once, however often it was tried. Exact; not to be added ' +
      'up over groups. Null where attempts are archived from before it was kept who was tried.',
  })
  get pods(): number | null {
    return this.totals.pods;
  }

  @Field(() => ObstaclesModel, {
    description: 'In how many of the attempts what the group names was such an obstacle; 0 where it names none.',
  })
  get obstacles(): ObstaclesModel {
    return this.totals.obstacles;
  }

  @Field(() => RejectedNodesModel, { description: 'Nodes that were turned down.' })
  get nodes(): RejectedNodesModel {
    return this.totals.nodes;
  }
}

@ObjectType('Waits', {
  description:
    'How long pods waited from their creation to their binding, in milliseconds. Kubernetes notes a ' +
    'creation in whole seconds.',
})
export class WaitsModel {
  constructor(private readonly waits: Waits) {}

  @Field(() => String, { ...named('The day that the day, week or month begins with: `2026-01-31`') })
  get from(): string | null {
    const { day, week, month } = this.waits.group;
    return day ?? week ?? month ?? null;
  }

  @Field(() => String, { ...named('Namespace of the pods') })
  get namespace(): string | null {
    return this.waits.group.namespace ?? null;
  }

  @Field(() => Float, { description: 'Bindings of pods of which the creation is known.' })
  get bindings(): number {
    return this.waits.bindings;
  }

  @Field(() => Float, { description: 'The mean.' })
  get meanMs(): number {
    return this.waits.meanMs;
  }

  @Field(() => Float, { description: 'The longest.' })
  get maxMs(): number {
    return this.waits.maxMs;
  }

  @Field(() => Float, { description: 'Half of them were no longer; at most 2.5 % off.' })
  get p50Ms(): number {
    return this.waits.p50Ms;
  }

  @Field(() => Float, { description: '19 of 20 were no longer; at most 2.5 % off.' })
  get p95Ms(): number {
    return this.waits.p95Ms;
  }

  @Field(() => Float, { description: '99 of 100 were no longer; at most 2.5 % off.' })
  get p99Ms(): number {
    return this.waits.p99Ms;
  }
}

export const DecisionTotalsConnection = connectionOf(DecisionTotalsModel, {
  name: 'DecisionTotals',
  what: 'a group of decisions',
  counted: false,
});
export const WaitsConnection = connectionOf(WaitsModel, { name: 'Waits', what: 'a group of bindings', counted: false });
