import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { MutationInput } from '../../ground/graphql/index.js';
import { StartPayload } from '../operations/index.js';
import type { CheckResult, KeyChange, NotChecked, Verification } from '#integrity';

const CLUSTER = {
  nullable: true,
  description:
    'Only this cluster: its global id, its plain id or its name. All of the team, deleted ones ' +
    'too, when it is not given.',
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

@ObjectType({ description: 'What startVerification did.' })
export class StartVerificationPayload extends StartPayload {}

@ObjectType('Violation', { description: 'Something that does not hold, and where, as near as can be known.' })
export class ViolationModel {
  @Field(() => String, { nullable: true, description: 'Plain id of the cluster.' })
  readonly cluster?: string;

  @Field(() => String, { nullable: true, description: 'The revision.' })
  readonly revision?: string;

  @Field(() => String, { nullable: true, description: 'The position in the log.' })
  readonly position?: string;

  @Field(() => String, { nullable: true, description: 'Plain id of the run.' })
  readonly run?: string;

  @Field(() => Int, { nullable: true, description: 'The decision of the run.' })
  readonly ordinal?: number;

  @Field(() => String, {
    nullable: true,
    description: 'The table whose rows say it; where it cannot be known which of two, both.',
  })
  readonly table?: string;

  @Field({ description: 'What does not hold.' })
  readonly message!: string;
}

@ObjectType('CheckResult', { description: 'What one check came to.' })
export class CheckResultModel implements CheckResult {
  @Field({ description: 'What is checked, in words.' })
  readonly name!: string;

  @Field({ description: 'Nothing was found against it.' })
  readonly holds!: boolean;

  @Field(() => Int, { description: 'Rows that were looked at.' })
  readonly checked!: number;

  @Field(() => Int, {
    description:
      'Of these, rows with nothing that they could be compared with, such as traces that were not kept whole.',
  })
  readonly notCheckable!: number;

  @Field(() => Int, { description: 'How many violations there are.' })
  readonly violationCount!: number;

  @Field(() => [ViolationModel], { description: 'The first hundred of them.' })
  readonly violations!: readonly ViolationModel[];
}

@ObjectType('SigningKeyChange', { description: 'Another key signs from here on, as the log of a cluster says.' })
export class KeyChangeModel implements KeyChange {
  @Field({ description: 'Plain id of the cluster.' })
  readonly cluster!: string;

  @Field({ description: 'The revision that says so.' })
  readonly revision!: string;

  @Field({ description: 'When that was, RFC 3339 UTC.' })
  readonly at!: string;

  @Field({ description: 'The id of the key that signed before, hexadecimal.' })
  readonly before!: string;

  @Field({ description: 'The id of the key that signs since then, hexadecimal.' })
  readonly after!: string;
}

@ObjectType('NotChecked', {
  description: 'Something in the tables that is not found, or not always, when somebody edits it.',
})
export class NotCheckedModel implements NotChecked {
  @Field({ description: 'The table.' })
  readonly table!: string;

  @Field(() => [String], { description: 'Columns whose edits are not found; `*` stands for all of the table.' })
  readonly columns!: readonly string[];

  @Field(() => [String], { description: 'Rows that are not missed: `gone`, `added`, both or none.' })
  readonly rows!: readonly ('gone' | 'added')[];

  @Field(() => String, { nullable: true, description: 'Only of these rows; of all where nothing is said.' })
  readonly only?: string;

  @Field({ description: 'Why nothing can be said of it.' })
  readonly why!: string;
}

@ObjectType('Verification', { description: 'What holds in the database, check by check, and where it does not.' })
export class VerificationModel implements Verification {
  @Field({ description: 'All checks hold.' })
  readonly holds!: boolean;

  @Field(() => [CheckResultModel], { description: 'The seven checks.' })
  readonly checks!: readonly CheckResultModel[];

  @Field(() => [KeyChangeModel], { description: 'Where another key began to sign.' })
  readonly keyChanges!: readonly KeyChangeModel[];

  @Field(() => [NotCheckedModel], { description: 'What the checks do not prove.' })
  readonly notChecked!: readonly NotCheckedModel[];

  @Field(() => Int, { description: 'Clusters that were read.' })
  readonly clusters!: number;

  @Field(() => Int, { description: 'Revisions that were read.' })
  readonly revisions!: number;

  @Field(() => Int, { description: 'Changes that were read.' })
  readonly changes!: number;

  @Field(() => Int, { description: 'Decisions that were read.' })
  readonly decisions!: number;

  @Field(() => Int, { description: 'How long it took.' })
  readonly durationMs!: number;
}
