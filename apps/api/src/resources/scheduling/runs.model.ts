import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { AskedPods, Run } from '#scheduling';
import { connectionOf, DateTime, enumOf, globalIdType, PageArgs, RelayNode } from '../../ground/graphql/index.js';
import { ProfileReferenceModel } from '../profiles/index.js';
import { preemption, tieBreak } from './run.schema.js';

/** The words that all faces use. */
export enum RunState {
  running = 'running',
  complete = 'complete',
  failed = 'failed',
  cancelled = 'cancelled',
}

registerEnumType(RunState, {
  name: 'RunState',
  description: 'State of a run.',
  valuesMap: {
    running: { description: 'It is running.' },
    complete: { description: 'All of its pods are decided.' },
    failed: { description: 'It stopped with an error; the committed parts are complete.' },
    cancelled: { description: 'It was cancelled; the committed parts are complete.' },
  },
});

export const TieBreakModel = enumOf(tieBreak, {
  name: 'TieBreak',
  description: 'Which of several nodes with the highest total is chosen.',
  words: {
    first: 'The first node by name, in byte order.',
    seeded: 'A node selected by the seed, the same for the same seed.',
  },
});

export const PreemptionModel = enumOf(preemption, {
  name: 'Preemption',
  description: 'Whether pods of lower priority are evicted.',
  words: {
    off: 'They do not.',
    nominate: 'A node is nominated, and nothing is evicted.',
    evict: 'The pods are evicted in the same commit, and the pod is attempted again.',
  },
});

@ObjectType('RunCounts', { description: 'Number of selected pods, and of decisions by outcome.' })
export class RunCountsModel {
  @Field(() => Int, {
    description:
      'Pods that the request selected, in the committed parts. Each has one decision, or two if it was ' +
      'attempted again after an eviction: the number is the sum of the others, minus `nominated` if the run ' +
      'evicts.',
  })
  readonly selected!: number;

  @Field(() => Int, { description: 'Decisions that bound a pod to a node; in a dry run, that would have.' })
  readonly scheduled!: number;

  @Field(() => Int, { description: 'No node is feasible.' })
  readonly unschedulable!: number;

  @Field(() => Int, {
    description: 'Decisions in which a node would be feasible if pods of lower priority were evicted.',
  })
  readonly nominated!: number;

  @Field(() => Int, { description: 'Pods with scheduling gates.' })
  readonly gated!: number;

  @Field(() => Int, { description: 'Pods that were requested and not attempted; the decision gives the reason.' })
  readonly skipped!: number;

  @Field(() => Int, { description: 'Pods whose attempt failed with an error; the decision gives the reason.' })
  readonly error!: number;

  @Field(() => Int, {
    description:
      'Pending pods that were left out because the caller may see, but not schedule, pods of their ' +
      'namespaces: they are not selected and have no decisions.',
  })
  readonly forbidden!: number;
}

@ObjectType('RunDurations', {
  description:
    'Durations of the phases of a run in milliseconds, including attempts that conflicted with other ' + 'writers.',
})
export class RunDurationsModel {
  @Field(() => Float, { description: 'Reading the cluster.' })
  readonly readMs!: number;

  @Field(() => Float, { description: 'Deciding.' })
  readonly decideMs!: number;

  @Field(() => Float, { description: 'Writing bindings, decisions and traces.' })
  readonly writeMs!: number;

  @Field(() => Float, { description: 'All in all.' })
  readonly totalMs!: number;
}

@ObjectType('AskedPods', { description: 'The requested pods: by name, or pending ones; empty: all pending pods.' })
export class AskedPodsModel implements AskedPods {
  @Field(() => [String], { nullable: true, description: 'The requested names, `namespace/name`: the first hundred.' })
  readonly names?: readonly string[];

  @Field(() => Int, { nullable: true, description: 'Number of names in the request.' })
  readonly count?: number;

  @Field(() => String, { nullable: true, description: 'Pending pods of this namespace.' })
  readonly namespace?: string;

  @Field(() => String, {
    nullable: true,
    description: "Pending pods that match this label selector, in kubectl's syntax.",
  })
  readonly labelSelector?: string;
}

/** Global ids of runs. */
export const RUN_ID = globalIdType('Run', ['cluster', 'run']);

@ObjectType('Run', { implements: () => RelayNode, description: 'One request to schedule.' })
export class RunModel implements RelayNode {
  constructor(
    readonly run: Run,
    readonly at?: string,
  ) {}

  get id(): string {
    return RUN_ID.write({ cluster: this.run.cluster, run: this.run.id });
  }

  @Field(() => ID, { description: 'The id in REST paths; a UUID.' })
  get uid(): string {
    return this.run.id;
  }

  @Field(() => RunState, { description: 'State of the operation.' })
  get state(): Run['state'] {
    return this.run.state;
  }

  @Field({ description: 'Whether it was a dry run: nothing is bound, and its decisions are stored for an hour.' })
  get dryRun(): boolean {
    return this.run.dryRun;
  }

  @Field({ description: 'The revision of the cluster on which it began; a decimal integer.' })
  get baseRevision(): string {
    return this.run.baseRevision;
  }

  @Field(() => String, {
    nullable: true,
    description: 'The revision of the last part, a decimal integer; null if there is none, and for dry runs.',
  })
  get revision(): string | null {
    return this.run.revision;
  }

  @Field(() => ProfileReferenceModel, {
    description: 'The requested profile, or the default profile if each pod uses its own.',
  })
  get profile(): ProfileReferenceModel {
    return this.run.profile;
  }

  @Field(() => TieBreakModel, { description: 'How ties are broken.' })
  get tieBreak(): Run['tieBreak'] {
    return this.run.tieBreak;
  }

  @Field({ description: 'The seed for breaking ties; a decimal integer.' })
  get seed(): string {
    return this.run.seed;
  }

  @Field(() => PreemptionModel, { description: 'Whether pods of lower priority are evicted.' })
  get preemption(): Run['preemption'] {
    return this.run.preemption;
  }

  @Field(() => RunCountsModel, { description: 'Number of selected pods, and of decisions by outcome.' })
  get counts(): RunCountsModel {
    return { forbidden: 0, ...this.run.counts };
  }

  @Field(() => RunDurationsModel, { description: 'Durations of its phases.' })
  get durations(): RunDurationsModel {
    return this.run.durations;
  }

  @Field(() => Int, { description: 'Number of committed parts; up to 10,000 pods are one part.' })
  get parts(): number {
    return this.run.parts;
  }

  @Field(() => String, { nullable: true, description: 'Why it failed or was cancelled; null otherwise.' })
  get error(): string | null {
    return this.run.error;
  }

  @Field(() => DateTime, { description: 'When it began.' })
  get createdAt(): string {
    return this.run.createdAt;
  }

  @Field(() => DateTime, { nullable: true, description: 'When it ended; null while it is active.' })
  get finishedAt(): string | null {
    return this.run.finishedAt;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Name of the caller who requested it; null for runs from before it was recorded.',
  })
  get actor(): string | null {
    return this.run.actor;
  }

  @Field(() => AskedPodsModel, {
    nullable: true,
    description: 'The requested pods; null for runs from before it was recorded.',
  })
  get asked(): AskedPodsModel | null {
    return this.run.asked;
  }

  @Field(() => Boolean, { description: 'Whether only the pods that the caller may see are included.' })
  get redacted(): boolean {
    return this.run.redacted ?? false;
  }
}

/** The plain id of a run, of its global id or itself. */
export function runRef(id: string): string {
  return RUN_ID.read(id)?.run ?? id;
}

@ObjectType('RunProgress', { description: 'Progress of an active run.' })
export class RunProgressModel {
  @Field(() => Int, {
    description: 'Number of pods decided so far, in parts that may still be discarded because of another writer.',
  })
  readonly decided!: number;
}

/** Which runs of a cluster; all that is given must hold. */
@ArgsType()
export class RunListArgs extends PageArgs {
  @Field(() => RunState, { nullable: true, description: 'Only operations in this state.' })
  readonly state?: RunState | null;

  @Field(() => Boolean, { nullable: true, description: 'True: only dry runs; false: only other runs.' })
  readonly dryRun?: boolean | null;

  @Field(() => DateTime, { nullable: true, description: 'Only runs requested at or after this time.' })
  readonly since?: Date | null;
}

/** A page of runs. */
export const RunConnection = connectionOf(RunModel, { name: 'Run', what: 'a run', counted: false });
