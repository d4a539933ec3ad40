import { ArgsType, Field, ID, ObjectType } from '@nestjs/graphql';
import type { Run } from '#scheduling';
import {
  argsOf,
  connectionOf,
  DateTime,
  globalIdType,
  PageArgs,
  RelayNode,
  viewOf,
} from '../../ground/graphql/index.js';
import { runFilter, runSchema } from './run.schema.js';

/** Global ids of runs. */
export const RUN_ID = globalIdType('Run', ['cluster', 'run']);

@ObjectType('Run', { implements: () => RelayNode, description: 'One request to schedule.' })
export class RunModel extends viewOf<Run>(runSchema, { without: ['id', 'cluster', 'progress'] }) implements RelayNode {
  constructor(
    readonly run: Run,
    readonly at?: string,
  ) {
    super(run);
  }

  get id(): string {
    return RUN_ID.write({ cluster: this.run.cluster, run: this.run.id });
  }

  @Field(() => ID, { description: 'The id in REST paths; a UUID.' })
  get uid(): string {
    return this.run.id;
  }
}

/** The plain id of a run, of its global id or itself. */
export function runRef(id: string): string {
  return RUN_ID.read(id)?.run ?? id;
}

/** Which runs of a cluster; all that is given must hold. */
@ArgsType()
export class RunListArgs extends argsOf(
  runFilter,
  {
    dryRun: { type: () => Boolean, description: 'True: only dry runs; false: only other runs.' },
    since: { type: () => DateTime, description: 'Only runs requested at or after this time.' },
  },
  PageArgs,
) {}

/** A page of runs. */
export const RunConnection = connectionOf(RunModel, { name: 'Run', what: 'a run', counted: false });
