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
    day: { description: 'By day, UTC.' },
    week: { description: 'By week from Monday, UTC.' },
    month: { description: 'By month, UTC.' },
    outcome: { description: 'By outcome of the attempt.' },
    namespace: { description: 'By namespace of the pod.' },
    profile: { description: 'By name of the scheduler profile.' },
    plugin: { description: 'By the filter that rejected nodes; excludes decisions in which no filter did.' },
    reason: { description: 'By the reason for which nodes were rejected; excludes decisions without reasons.' },
    resource: { description: 'By the exhausted resource; excludes decisions without one.' },
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
    'The order of groups, highest first. All values except `attempts` require a plugin, a reason or a ' + 'resource.',
  valuesMap: {
    attempts: { description: 'By the number of attempts.' },
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
  description: 'What waiting times are grouped by.',
  valuesMap: {
    day: { description: 'By day, UTC.' },
    week: { description: 'By week from Monday, UTC.' },
    month: { description: 'By month, UTC.' },
    namespace: { description: 'By namespace of the pod.' },
  },
});

@ObjectType('DecisionObstacles', {
  description: "Number of attempts by how the group's plugin, reason or resource rejected nodes.",
})
export class ObstaclesModel implements Readonly<DecisionTotals['obstacles']> {
  @Field(() => Float, { description: 'It was the first failure on at least one node.' })
  readonly first!: number;

  @Field(() => Float, { description: 'It failed on at least one node.' })
  readonly any!: number;

  @Field(() => Float, { description: 'On at least one node no other plugin failed.' })
  readonly sole!: number;

  @Field(() => Float, {
    description:
      'On at least one node it was the only reason of the only failing plugin: without it the pod fits that ' + 'node.',
  })
  readonly only!: number;

  @Field(() => Float, { description: 'No node was rejected for anything else.' })
  readonly alone!: number;
}

@ObjectType('RejectedNodes', {
  description:
    'Number of rejected nodes, summed over attempts and over the reasons of the group. A node that a ' +
    'plugin rejected for two reasons counts for both.',
})
export class RejectedNodesModel implements Readonly<DecisionTotals['nodes']> {
  @Field(() => Float, { description: 'There first.' })
  readonly first!: number;

  @Field(() => Float, { description: 'Nodes that it rejected at all.' })
  readonly any!: number;

  @Field(() => Float, { description: 'Nodes that only this plugin rejected, for any reasons.' })
  readonly sole!: number;

  @Field(() => Float, {
    description: 'Nodes that only this plugin rejected, for one reason only: without it the pod fits.',
  })
  readonly only!: number;
}

const named = (what: string): { readonly nullable: true; readonly description: string } => ({
  nullable: true,
  description: `${what}; null where it is not counted by.`,
});

@ObjectType('DecisionTotals', { description: 'Counts of decisions with the same values of `groupBy`.' })
export class DecisionTotalsModel {
  constructor(private readonly totals: DecisionTotals) {}

  @Field(() => String, { ...named('First day of the day, week or month: `2026-01-31`') })
  get from(): string | null {
    const { day, week, month } = this.totals.group;
    return day ?? week ?? month ?? null;
  }

  @Field(() => String, { ...named('Namespace of the pods') })
  get namespace(): string | null {
    return this.totals.group.namespace ?? null;
  }

  @Field(() => String, { ...named('Outcome of the attempts') })
  get outcome(): string | null {
    return this.totals.group.outcome ?? null;
  }

  @Field(() => String, { ...named('Name of the profile') })
  get profile(): string | null {
    return this.totals.group.profile ?? null;
  }

  @Field(() => String, { ...named('The filter that rejected nodes') })
  get plugin(): string | null {
    return this.totals.group.plugin ?? null;
  }

  @Field(() => String, { ...named('The reason as reported by kube-scheduler') })
  get reason(): string | null {
    return this.totals.group.reason ?? null;
  }

  @Field(() => String, { ...named('The resource that was exhausted') })
  get resource(): string | null {
    return this.totals.group.resource ?? null;
  }

  @Field(() => Float, { description: 'Number of decisions. An attempt counts once in each group.' })
  get attempts(): number {
    return this.totals.attempts;
  }

  @Field(() => Float, {
    nullable: true,
    description:
      'Number of distinct pods, by uid, in these attempts. Exact, and not additive over groups. Null if the ' +
      'group includes archived attempts from before pods were recorded.',
  })
  get pods(): number | null {
    return this.totals.pods;
  }

  @Field(() => ObstaclesModel, {
    description:
      "Number of attempts by how the group's plugin, reason or resource rejected nodes; 0 if the group has " + 'none.',
  })
  get obstacles(): ObstaclesModel {
    return this.totals.obstacles;
  }

  @Field(() => RejectedNodesModel, { description: 'Number of rejected nodes.' })
  get nodes(): RejectedNodesModel {
    return this.totals.nodes;
  }
}

@ObjectType('Waits', {
  description:
    'Time from the creation of pods to their binding, in milliseconds. Kubernetes records creation times ' +
    'in whole seconds.',
})
export class WaitsModel {
  constructor(private readonly waits: Waits) {}

  @Field(() => String, { ...named('First day of the day, week or month: `2026-01-31`') })
  get from(): string | null {
    const { day, week, month } = this.waits.group;
    return day ?? week ?? month ?? null;
  }

  @Field(() => String, { ...named('Namespace of the pods') })
  get namespace(): string | null {
    return this.waits.group.namespace ?? null;
  }

  @Field(() => Float, { description: 'Number of bindings of pods with a known creation time.' })
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

  @Field(() => Float, { description: 'Median, accurate to 2.5 %.' })
  get p50Ms(): number {
    return this.waits.p50Ms;
  }

  @Field(() => Float, { description: '95th percentile, accurate to 2.5 %.' })
  get p95Ms(): number {
    return this.waits.p95Ms;
  }

  @Field(() => Float, { description: '99th percentile, accurate to 2.5 %.' })
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
