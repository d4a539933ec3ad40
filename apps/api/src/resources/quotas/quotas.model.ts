import { ArgsType, Field } from '@nestjs/graphql';
import { connectionOf, PageArgs } from '../../ground/graphql/index.js';
import type { QuotaRow } from './quota-row.js';
import { quotaSchema } from './quota.schema.js';

/** A page of quotas. */
export const QuotaConnection = connectionOf<QuotaRow>(quotaSchema, { name: 'Quota', what: 'a quota', counted: true });

/** Which quotas. */
@ArgsType()
export class QuotaArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'Only this namespace. Default: all namespaces.' })
  readonly namespace?: string | null | undefined;
}
