import { ArgsType, Field, Float, ObjectType } from '@nestjs/graphql';
import type { QuotaLine } from '#kubernetes';
import { connectionOf, PageArgs } from '../../ground/graphql/index.js';
import type { QuotaRow } from './quota-row.js';

@ObjectType('QuotaResource', { description: 'What a quota allows of one resource, what is used of it, what is left.' })
export class QuotaResourceModel implements QuotaLine {
  @Field({ description: 'Its name: `requests.cpu`.' })
  readonly resource!: string;

  @Field({ description: 'How much may be used, as Kubernetes writes it.' })
  readonly hard!: string;

  @Field({ description: 'The amount in use.' })
  readonly used!: string;

  @Field({ description: 'How much is left; below nothing where more is used than may be.' })
  readonly free!: string;

  @Field(() => Float, { description: 'How much may be used, in cores, bytes or objects.' })
  readonly hardValue!: number;

  @Field(() => Float, { description: 'How much is used, in the same.' })
  readonly usedValue!: number;

  @Field(() => Float, { description: 'How much is left, in the same.' })
  readonly freeValue!: number;
}

@ObjectType('Quota', { description: 'A ResourceQuota: what it allows, what is used of it, what is left.' })
export class QuotaModel implements QuotaRow {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => [String], {
    description: '`BestEffort`, `PriorityClass In (high)`: all of them hold for what it counts; empty for everything.',
  })
  readonly scopes!: readonly string[];

  @Field(() => [QuotaResourceModel], { description: 'By resource.' })
  readonly resources!: readonly QuotaLine[];
}

/** A page of quotas. */
export const QuotaConnection = connectionOf(QuotaModel, { name: 'Quota', what: 'a quota', counted: true });

/** Which quotas. */
@ArgsType()
export class QuotaArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'In this namespace; in all when it is left out.' })
  readonly namespace?: string | null | undefined;
}
