import { ArgsType, Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { ComparedPod, RunComparison, RunPair, RunPart, RunVerdict } from '#scheduling';
import { DecisionOutcomeModel } from '../decisions/index.js';
import { connectionOf, DateTime } from '../../ground/graphql/index.js';

@ObjectType('RunPart', { description: 'A part of a run that is committed: one revision.' })
export class RunPartModel implements RunPart {
  @Field(() => Int, { description: 'Its number, from 0.' })
  readonly part!: number;

  @Field({ description: 'The position of the log that it was decided on; a decimal integer.' })
  readonly basePosition!: string;

  @Field({ description: 'The revision that it is; a decimal integer.' })
  readonly revision!: string;

  @Field(() => Int, { description: 'The ordinal of its first decision in the run.' })
  readonly firstOrdinal!: number;

  @Field(() => Int, { description: 'How many decisions it has.' })
  readonly decisions!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'By when it was decided: when its pods start. Null in parts from before that was noted.',
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
  @Field(() => ID, { description: 'A run: its global id or its plain id. Dry runs too.' })
  readonly base!: string;

  @Field(() => ID, { description: 'The run that it is compared with.' })
  readonly other!: string;
}

@ObjectType('RunVerdict', { description: 'What a run came to for a pod, with the last of its attempts.' })
export class RunVerdictModel implements RunVerdict {
  @Field(() => Int, { description: 'The ordinal of the decision in its run.' })
  readonly ordinal!: number;

  @Field(() => DecisionOutcomeModel, { description: 'How the attempt ended.' })
  readonly outcome!: RunVerdict['outcome'];

  @Field(() => String, { nullable: true, description: 'The node that the pod was bound to; null where there is none.' })
  readonly node!: string | null;
}

@ObjectType('RunDifference', { description: 'A pod of which two runs do not say the same.' })
export class RunDifferenceModel implements ComparedPod {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => RunVerdictModel, {
    nullable: true,
    description: 'What the base came to; null where it did not decide the pod.',
  })
  readonly base!: RunVerdict | null;

  @Field(() => RunVerdictModel, {
    nullable: true,
    description: 'What the other run came to; null where it did not decide the pod.',
  })
  readonly other!: RunVerdict | null;
}

export const RunDifferenceConnection = connectionOf(RunDifferenceModel, {
  name: 'RunDifference',
  what: 'a pod of which two runs do not say the same',
  counted: false,
});

@ObjectType('RunComparison', {
  description: 'What two runs came to for their pods, each pod once, by the last of its attempts.',
})
export class RunComparisonModel implements RunComparison {
  @Field(() => Int, { description: 'Pods with the same outcome, on the same node.' })
  readonly same: number;

  @Field(() => Int, { description: 'Pods with another outcome, or on another node.' })
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
