import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import type { CheckResult, Verification } from '#integrity';

@InputType({ description: 'What to verify.' })
export class VerifyInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'Only this cluster: its global id, its plain id or its name. All of the team, deleted ones ' +
      'too, when it is not given.',
  })
  readonly clusterId?: string | null;
}

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

@ObjectType('Verification', { description: 'What holds in the database, check by check, and where it does not.' })
export class VerificationModel implements Verification {
  @Field({ description: 'All checks hold.' })
  readonly holds!: boolean;

  @Field(() => [CheckResultModel], { description: 'The six checks.' })
  readonly checks!: readonly CheckResultModel[];

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
