import { ArgsType, Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { ComparedPod, RunComparison, RunPair, RunPart, RunVerdict } from '#scheduling';
import { decisionOutcome } from '../decisions/index.js';
import { connectionOf, DateTime, typeOf } from '../../ground/graphql/index.js';

@ObjectType('RunPart', { description: 'A committed part of a run: one revision.' })
export class RunPartModel implements RunPart {
  @Field(() => Int, { description: 'The number of the part, from 0.' })
  readonly part!: number;

  @Field({ description: 'The position of the log on which it was decided; a decimal integer.' })
  readonly basePosition!: string;

  @Field({ description: 'The revision that contains the part; a decimal integer.' })
  readonly revision!: string;

  @Field(() => Int, { description: 'Ordinal of its first decision in the run.' })
  readonly firstOrdinal!: number;

  @Field(() => Int, { description: 'Number of its decisions.' })
  readonly decisions!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was decided: the start time of its pods. Null in parts from before it was recorded.',
  })
  readonly decidedAt!: string | null;

  @Field(() => DateTime, { description: 'When it was committed.' })
  readonly committedAt!: string;
}

export const RunPartConnection = connectionOf(RunPartModel, {
  name: 'RunPart',
  what: 'a part of a run',
  counted: false,
});

@ArgsType()
export class CompareRunsArgs {
  @Field(() => ID, { description: 'A run, by global id or plain id; may be a dry run.' })
  readonly base!: string;

  @Field(() => ID, { description: 'The run to compare with.' })
  readonly other!: string;
}

@ObjectType('RunVerdict', { description: 'The result of a run for a pod: that of the last attempt.' })
export class RunVerdictModel implements RunVerdict {
  @Field(() => Int, { description: 'Ordinal of the decision in its run.' })
  readonly ordinal!: number;

  @Field(typeOf(decisionOutcome), { description: 'Outcome of the attempt.' })
  readonly outcome!: RunVerdict['outcome'];

  @Field(() => String, { nullable: true, description: 'The node that the pod was bound to; null if there is none.' })
  readonly node!: string | null;
}

@ObjectType('RunDifference', { description: 'A pod with different results in two runs.' })
export class RunDifferenceModel implements ComparedPod {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => RunVerdictModel, {
    nullable: true,
    description: 'The result of the base; null if it did not decide the pod.',
  })
  readonly base!: RunVerdict | null;

  @Field(() => RunVerdictModel, {
    nullable: true,
    description: 'The result of the other run; null if it did not decide the pod.',
  })
  readonly other!: RunVerdict | null;
}

export const RunDifferenceConnection = connectionOf(RunDifferenceModel, {
  name: 'RunDifference',
  what: 'a pod with different results in two runs',
  counted: false,
});

@ObjectType('RunComparison', {
  description: 'The results of two runs for their pods. Each pod counts once, by its last attempt.',
})
export class RunComparisonModel implements RunComparison {
  @Field(() => Int, { description: 'Pods with the same outcome on the same node.' })
  readonly same: number;

  @Field(() => Int, { description: 'Pods with different outcomes, or on different nodes.' })
  readonly different: number;

  @Field(() => Int, { description: 'Pods that only the base decided.' })
  readonly onlyBase: number;

  @Field(() => Int, { description: 'Pods that only the other run decided.' })
  readonly onlyOther: number;

  constructor(
    readonly compared: { readonly cluster: string; readonly pair: RunPair },
    { same, different, onlyBase, onlyOther }: RunComparison,
  ) {
    this.same = same;
    this.different = different;
    this.onlyBase = onlyBase;
    this.onlyOther = onlyOther;
  }
}
