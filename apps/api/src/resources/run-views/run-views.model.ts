import { ObjectType } from '@nestjs/graphql';
import type { ComparedPod, RunComparison, RunPair, RunPart } from '#scheduling';
import { connectionOf, viewOf } from '../../ground/graphql/index.js';
import { runComparison, runDifference, runPart } from './run-view.schema.js';

export const RunPartConnection = connectionOf<RunPart>(runPart, {
  name: 'RunPart',
  what: 'a part of a run',
  counted: false,
});

export const RunDifferenceConnection = connectionOf<ComparedPod>(runDifference, {
  name: 'RunDifference',
  what: 'a pod with different results in two runs',
  counted: false,
});

@ObjectType('RunComparison', {
  description: 'The results of two runs for their pods. Each pod counts once, by its last attempt.',
})
export class RunComparisonModel extends viewOf<RunComparison>(runComparison) {
  constructor(
    readonly compared: { readonly cluster: string; readonly pair: RunPair },
    counts: RunComparison,
  ) {
    super(counts);
  }
}
