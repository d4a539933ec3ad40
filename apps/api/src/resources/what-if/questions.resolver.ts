import { Args, ArgsType, Field, ObjectType, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { WhatIfService, type QuestionBodies } from '#questions';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import { Json, typeOf, words } from '../../ground/graphql/index.js';
import { parseRequest } from '../../ground/http/index.js';
import { accepted, RequestRefused } from '../../ground/outcome/index.js';
import { QUESTIONS } from './questions/index.js';

const question = words(
  'WhatIfQuestion',
  'Kinds of hypothetical questions.',
  Object.fromEntries(QUESTIONS.map(({ word, asks }) => [word, asks])),
);

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
  @Field(typeOf(question), { description: 'The kind of question.' })
  readonly question!: string;

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
    const { name, body: schema } = QUESTIONS.find(({ word }) => word === asked) as (typeof QUESTIONS)[number];
    const { at, ...parsed } = parseRequest(schema, body);
    if (at !== undefined)
      throw RequestRefused.invalid([
        { field: 'at', reason: 'FieldValueForbidden', message: 'the moment is that of the cluster' },
      ]);
    const given = { name, body: parsed as unknown as QuestionBodies[typeof name] };
    const answer = accepted(await this.whatIfs.ask(caller, place, given));
    return { sentence: answer.sentence, answer };
  }
}
