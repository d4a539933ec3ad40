import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { MutationInput } from '../../ground/graphql/index.js';
import { StartPayload } from '../operations/index.js';
import type { CheckResult, KeyChange, NotChecked, Verification } from '#integrity';

const CLUSTER = {
  nullable: true,
  description:
    'Only this cluster, by global id, plain id or name. Default: all clusters of the team, including ' +
    'deleted ones.',
};

@InputType({ description: 'What to verify.' })
export class VerifyInput {
  @Field(() => ID, CLUSTER)
  readonly clusterId?: string | null;
}

@InputType({ description: 'What to verify.' })
export class StartVerificationInput extends MutationInput {
  @Field(() => ID, CLUSTER)
  readonly clusterId?: string | null;
}

@ObjectType({ description: 'Payload of startVerification.' })
export class StartVerificationPayload extends StartPayload {}

@ObjectType('Violation', { description: 'A violation, located as closely as possible.' })
export class ViolationModel {
  @Field(() => String, { nullable: true, description: 'Plain id of the cluster.' })
  readonly cluster?: string;

  @Field(() => String, { nullable: true, description: 'The revision.' })
  readonly revision?: string;

  @Field(() => String, { nullable: true, description: 'The position in the log.' })
  readonly position?: string;

  @Field(() => String, { nullable: true, description: 'Plain id of the run.' })
  readonly run?: string;

  @Field(() => Int, { nullable: true, description: 'Ordinal of the decision in the run.' })
  readonly ordinal?: number;

  @Field(() => String, {
    nullable: true,
    description: 'The table that contains the violation; if it may be either of two, both.',
  })
  readonly table?: string;

  @Field({ description: 'The violation.' })
  readonly message!: string;
}

@ObjectType('CheckResult', { description: 'The result of one check.' })
export class CheckResultModel implements CheckResult {
  @Field({ description: 'What is checked, as a sentence.' })
  readonly name!: string;

  @Field({ description: 'Whether no violation was found.' })
  readonly holds!: boolean;

  @Field(() => Int, { description: 'Number of rows checked.' })
  readonly checked!: number;

  @Field(() => Int, {
    description: 'Of these, rows that could not be compared with anything, such as traces that are not stored whole.',
  })
  readonly notCheckable!: number;

  @Field(() => Int, { description: 'Number of violations.' })
  readonly violationCount!: number;

  @Field(() => [ViolationModel], { description: 'The first hundred violations.' })
  readonly violations!: readonly ViolationModel[];
}

@ObjectType('SigningKeyChange', { description: 'A change of the signing key, as recorded in the log of a cluster.' })
export class KeyChangeModel implements KeyChange {
  @Field({ description: 'Plain id of the cluster.' })
  readonly cluster!: string;

  @Field({ description: 'The revision that records it.' })
  readonly revision!: string;

  @Field({ description: 'Time of the change, RFC 3339 UTC.' })
  readonly at!: string;

  @Field({ description: 'The id of the previous signing key, hexadecimal.' })
  readonly before!: string;

  @Field({ description: 'The id of the new signing key, hexadecimal.' })
  readonly after!: string;
}

@ObjectType('NotChecked', { description: 'Edits of the tables that verification does not find, or not always.' })
export class NotCheckedModel implements NotChecked {
  @Field({ description: 'The table.' })
  readonly table!: string;

  @Field(() => [String], { description: 'Columns whose edits are not found; `*`: all columns of the table.' })
  readonly columns!: readonly string[];

  @Field(() => [String], {
    description: 'Row changes that are not found: removed rows (`gone`), added rows (`added`), both or none.',
  })
  readonly rows!: readonly ('gone' | 'added')[];

  @Field(() => String, { nullable: true, description: 'Only these rows. Default: all rows.' })
  readonly only?: string;

  @Field({ description: 'Why it cannot be verified.' })
  readonly why!: string;
}

@ObjectType('Verification', { description: 'The results of verification, check by check.' })
export class VerificationModel implements Verification {
  @Field({ description: 'Whether all checks found no violation.' })
  readonly holds!: boolean;

  @Field(() => [CheckResultModel], { description: 'The seven checks.' })
  readonly checks!: readonly CheckResultModel[];

  @Field(() => [KeyChangeModel], { description: 'Changes of the signing key.' })
  readonly keyChanges!: readonly KeyChangeModel[];

  @Field(() => [NotCheckedModel], { description: 'What the checks do not prove.' })
  readonly notChecked!: readonly NotCheckedModel[];

  @Field(() => Int, { description: 'Number of clusters read.' })
  readonly clusters!: number;

  @Field(() => Int, { description: 'Number of revisions read.' })
  readonly revisions!: number;

  @Field(() => Int, { description: 'Number of changes read.' })
  readonly changes!: number;

  @Field(() => Int, { description: 'Number of decisions read.' })
  readonly decisions!: number;

  @Field(() => Int, { description: 'Duration in milliseconds.' })
  readonly durationMs!: number;
}
