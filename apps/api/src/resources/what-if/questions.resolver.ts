import { Args, ArgsType, Field, ObjectType, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { WhatIfService, type QuestionBodies, type QuestionName } from '#questions';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import { enumOf, Json } from '../../ground/graphql/index.js';
import { parseRequest } from '../../ground/http/index.js';
import { accepted, RequestRefused } from '../../ground/outcome/index.js';
import { QUESTIONS } from './questions.schema.js';

const question = z.enum(['fits', 'howMany', 'drain', 'loss', 'nodesNeeded', 'repack']);

const QuestionModel = enumOf(question, {
  name: 'WhatIfQuestion',
  description: 'Kinds of hypothetical questions.',
  words: {
    fits: 'Do these pods fit?',
    howMany: 'How many copies of these pods still fit together?',
    drain: 'Can these nodes be drained together?',
    loss: "Which domain's loss leaves pods without a node?",
    nodesNeeded: 'Which nodes must be added to schedule all pending pods?',
    repack: 'Which nodes could repacking free?',
  },
});

const NAMES = {
  fits: 'fits',
  howMany: 'how-many',
  drain: 'drain',
  loss: 'loss',
  nodesNeeded: 'nodes-needed',
  repack: 'repack',
} as const satisfies Readonly<Record<z.output<typeof question>, QuestionName>>;

@ObjectType('WhatIfAnswer', { description: 'The answer to a hypothetical question.' })
class QuestionAnswerModel {
  @Field({ description: 'The answer as sentences.' })
  readonly sentence!: string;

  @Field(() => Json, {
    description: 'The whole answer, as `POST /v1/clusters/{cluster}/questions/{question}` returns it.',
  })
  readonly answer!: unknown;
}

@ArgsType()
class QuestionArgs {
  @Field(() => QuestionModel, { description: 'The kind of question.' })
  readonly question!: z.output<typeof question>;

  @Field(() => Json, { nullable: true, description: 'The body as in REST, without the moment.' })
  readonly body?: unknown;
}

/** Questions about a cluster, at the moment that it is shown at. */
@Resolver(() => ClusterModel)
export class QuestionsResolver {
  constructor(private readonly whatIfs: WhatIfService) {}

  @ResolveField(() => QuestionAnswerModel, { description: 'Answers a hypothetical question.' })
  async ask(
    @Parent() { place }: ClusterModel,
    @Args() { question: asked, body = {} }: QuestionArgs,
    @Caller() caller: Caller,
  ): Promise<QuestionAnswerModel> {
    const name = NAMES[asked];
    const { at, ...parsed } = parseRequest(QUESTIONS[name], body);
    if (at !== undefined)
      throw RequestRefused.invalid([
        { field: 'at', reason: 'FieldValueForbidden', message: 'the moment is that of the cluster' },
      ]);
    const given = { name, body: parsed as unknown as QuestionBodies[typeof name] };
    const answer = accepted(await this.whatIfs.ask(caller, place, given));
    return { sentence: answer.sentence, answer };
  }
}
