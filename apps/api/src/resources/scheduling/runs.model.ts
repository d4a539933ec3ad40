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
  description: 'How far a run is.',
  valuesMap: {
    running: { description: 'It is being worked on.' },
    complete: { description: 'All of its pods are decided.' },
    failed: { description: 'It ended before its end; the parts that are there are whole.' },
    cancelled: { description: 'It was stopped; the parts that are there are whole.' },
  },
});

export const TieBreakModel = enumOf(tieBreak, {
  name: 'TieBreak',
  description: 'Which of several nodes with the best total is taken.',
  words: {
    first: 'The one whose name comes first in byte order.',
    seeded: 'One that the seed picks, always the same for the same seed.',
  },
});

export const PreemptionModel = enumOf(preemption, {
  name: 'Preemption',
  description: 'Whether pods of lower priority make room.',
  words: {
    off: 'They do not.',
    nominate: 'The node where they would is noted, and nothing is evicted.',
    evict: 'They are evicted in the same commit, and the pod is tried again.',
  },
});

@ObjectType('RunCounts', { description: 'Pods that a run selected, and its decisions by outcome.' })
export class RunCountsModel {
  @Field(() => Int, {
    description:
      'Pods that the request selected, of the parts that are committed. Each has one decision, or two where it was ' +
      'tried again after an eviction: the sum of the others, less `nominated` when the run evicts.',
  })
  readonly selected!: number;

  @Field(() => Int, { description: 'Bound to a node.' })
  readonly scheduled!: number;

  @Field(() => Int, { description: 'No node fits.' })
  readonly unschedulable!: number;

  @Field(() => Int, { description: 'A node would fit after evicting pods.' })
  readonly nominated!: number;

  @Field(() => Int, { description: 'Waiting for scheduling gates.' })
  readonly gated!: number;

  @Field(() => Int, { description: 'Asked for and not tried.' })
  readonly skipped!: number;

  @Field(() => Int, { description: 'Could not be tried.' })
  readonly error!: number;

  @Field(() => Int, {
    description:
      'Pending pods that were left out, because who asked sees them and may not schedule in their namespaces: they ' +
      'are not selected, and have no decisions.',
  })
  readonly forbidden!: number;
}

@ObjectType('RunDurations', {
  description: 'Where the time of a run went, in milliseconds; attempts that lost against other writers are in it.',
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

@ObjectType('AskedPods', {
  description: 'Which pods a run was asked for: by name, or pending ones; with nothing in it all pending pods.',
})
export class AskedPodsModel implements AskedPods {
  @Field(() => [String], { nullable: true, description: '`namespace/name`, as they were given: the first hundred.' })
  readonly names?: readonly string[];

  @Field(() => Int, { nullable: true, description: 'How many names were given.' })
  readonly count?: number;

  @Field(() => String, { nullable: true, description: 'Pending pods of this namespace.' })
  readonly namespace?: string;

  @Field(() => String, { nullable: true, description: "Pending pods with these labels, in kubectl's grammar." })
  readonly labelSelector?: string;
}

/** Global ids of runs. */
export const RUN_ID = globalIdType('Run', ['cluster', 'run']);

@ObjectType('Run', { implements: () => RelayNode, description: 'One call of schedule.' })
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

  @Field(() => RunState, { description: 'How far it is.' })
  get state(): Run['state'] {
    return this.run.state;
  }

  @Field({ description: 'Whether it only tried: nothing is bound, and its decisions are kept for an hour.' })
  get dryRun(): boolean {
    return this.run.dryRun;
  }

  @Field({ description: 'The revision of the cluster that it first decided on; a decimal integer.' })
  get baseRevision(): string {
    return this.run.baseRevision;
  }

  @Field(() => String, {
    nullable: true,
    description: 'The revision of its last part, a decimal integer; null while there is none, and for dry runs.',
  })
  get revision(): string | null {
    return this.run.revision;
  }

  @Field(() => ProfileReferenceModel, {
    description: 'The profile that was asked for, or the default one where each pod went through its own.',
  })
  get profile(): ProfileReferenceModel {
    return this.run.profile;
  }

  @Field(() => TieBreakModel, { description: 'How ties were broken.' })
  get tieBreak(): Run['tieBreak'] {
    return this.run.tieBreak;
  }

  @Field({ description: 'What ties were broken with; a decimal integer.' })
  get seed(): string {
    return this.run.seed;
  }

  @Field(() => PreemptionModel, { description: 'Whether pods of lower priority made room.' })
  get preemption(): Run['preemption'] {
    return this.run.preemption;
  }

  @Field(() => RunCountsModel, { description: 'The pods that it selected, and its decisions by outcome.' })
  get counts(): RunCountsModel {
    return { forbidden: 0, ...this.run.counts };
  }

  @Field(() => RunDurationsModel, { description: 'Where its time went.' })
  get durations(): RunDurationsModel {
    return this.run.durations;
  }

  @Field(() => Int, { description: 'How many parts are committed; up to 10,000 pods are one part.' })
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

  @Field(() => DateTime, { nullable: true, description: 'When it ended; null while it is running.' })
  get finishedAt(): string | null {
    return this.run.finishedAt;
  }

  @Field(() => String, { nullable: true, description: 'Who asked for it; null for runs from before that was noted.' })
  get actor(): string | null {
    return this.run.actor;
  }

  @Field(() => AskedPodsModel, {
    nullable: true,
    description: 'Which pods it was asked for; null for runs from before that was noted.',
  })
  get asked(): AskedPodsModel | null {
    return this.run.asked;
  }

  @Field(() => Boolean, { description: 'It is about the pods that the reader sees, and not about all of them.' })
  get redacted(): boolean {
    return this.run.redacted ?? false;
  }
}

/** The plain id of a run, of its global id or itself. */
export function runRef(id: string): string {
  return RUN_ID.read(id)?.run ?? id;
}

@ObjectType('RunProgress', { description: 'How far a run is that is under way.' })
export class RunProgressModel {
  @Field(() => Int, { description: 'Pods decided so far, in parts that may still be lost to another writer.' })
  readonly decided!: number;
}

/** Which runs of a cluster; all that is given must hold. */
@ArgsType()
export class RunListArgs extends PageArgs {
  @Field(() => RunState, { nullable: true, description: 'Only those that are so far.' })
  readonly state?: RunState | null;

  @Field(() => Boolean, { nullable: true, description: 'Only dry runs, or only the others.' })
  readonly dryRun?: boolean | null;

  @Field(() => DateTime, { nullable: true, description: 'Only those that were asked for at this time or later.' })
  readonly since?: Date | null;
}

/** A page of runs. */
export const RunConnection = connectionOf(RunModel, { name: 'Run', what: 'a run', counted: false });
