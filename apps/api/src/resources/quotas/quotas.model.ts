import { ArgsType, Field, Float, ObjectType } from '@nestjs/graphql';
import type { QuotaLine } from '#kubernetes';
import { connectionOf, PageArgs } from '../../ground/graphql/index.js';
import type { QuotaRow } from './quota-row.js';

@ObjectType('QuotaResource', { description: 'Allowed, used and remaining amount of one resource.' })
export class QuotaResourceModel implements QuotaLine {
  @Field({ description: 'Its name: `requests.cpu`.' })
  readonly resource!: string;

  @Field({ description: 'The allowed amount, as Kubernetes writes it.' })
  readonly hard!: string;

  @Field({ description: 'The amount in use.' })
  readonly used!: string;

  @Field({ description: 'Remaining amount; negative if more is used than allowed.' })
  readonly free!: string;

  @Field(() => Float, { description: 'The allowed amount, in cores, bytes or objects.' })
  readonly hardValue!: number;

  @Field(() => Float, { description: 'The used amount, in the same unit.' })
  readonly usedValue!: number;

  @Field(() => Float, { description: 'The remaining amount, in the same unit.' })
  readonly freeValue!: number;
}

@ObjectType('Quota', { description: 'A ResourceQuota: allowed, used and remaining amounts.' })
export class QuotaModel implements QuotaRow {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => [String], {
    description:
      '`BestEffort`, `PriorityClass In (high)`: objects count only if all scopes match; empty: all objects ' + 'count.',
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
  @Field(() => String, { nullable: true, description: 'Only this namespace. Default: all namespaces.' })
  readonly namespace?: string | null | undefined;
}
