import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { WhatIfService, type QuestionAnswers, type QuestionBodies, type QuestionName } from '#questions';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { BodyLimit, valid, withoutUndefined } from '../../ground/http/index.js';
import { Described, type OperationDescription } from '../../ground/openapi/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { ANSWERS, QUESTIONS } from './questions.schema.js';
import { HYPOTHETICAL, LONGEST_BODY } from './what-if.controller.js';

/** What the description of a question says of it by itself. */
type Said = Pick<OperationDescription, 'id' | 'summary' | 'description'> & { readonly example: unknown };

function described<Name extends QuestionName>(name: Name, { example, ...said }: Said): OperationDescription {
  return {
    ...said,
    body: { schema: QUESTIONS[name], example },
    answer: { status: 200, description: 'The answer.', schema: ANSWERS[name] },
    problems: [...HYPOTHETICAL],
  };
}

type BodyOf<Name extends QuestionName> = z.output<(typeof QUESTIONS)[Name]>;

const MANIFESTS = 'apiVersion: apps/v1\nkind: Deployment\n...';
const SHAPE = { name: 'large', price: 0.4, node: { status: { capacity: { cpu: '16', memory: '64Gi', pods: '110' } } } };

/** Questions about what would be, each a composition of the same steps. */
@ApiTags('what if')
@Controller('v1/clusters/:cluster/questions')
export class QuestionsController {
  constructor(private readonly whatIfs: WhatIfService) {}

  @Post('fits')
  @HttpCode(200)
  @BodyLimit(LONGEST_BODY)
  @Described(
    described('fits', {
      id: 'askFits',
      summary: 'Ask whether pods fit',
      description:
        'Schedules the pods of the manifests, one after the other, in the present state. Nothing is written.',
      example: { manifests: MANIFESTS },
    }),
  )
  fits(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body(valid(QUESTIONS.fits)) body: BodyOf<'fits'>,
  ): Promise<QuestionAnswers['fits']> {
    return this.#answer(caller, cluster, { name: 'fits', body });
  }

  @Post('how-many')
  @HttpCode(200)
  @BodyLimit(LONGEST_BODY)
  @Described(
    described('how-many', {
      id: 'askHowMany',
      summary: 'Ask how many copies fit',
      description:
        'Schedules copies of all templates together, one after the other, until a pod is unschedulable. ' +
        'Nothing is written.',
      example: { templates: [{ manifests: MANIFESTS, count: 2 }] },
    }),
  )
  howMany(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body(valid(QUESTIONS['how-many'])) body: BodyOf<'how-many'>,
  ): Promise<QuestionAnswers['how-many']> {
    return this.#answer(caller, cluster, { name: 'how-many', body });
  }

  @Post('drain')
  @HttpCode(200)
  @Described(
    described('drain', {
      id: 'askDrain',
      summary: 'Ask whether nodes can be drained',
      description: 'Cordons the nodes together and moves their pods one by one, as budgets allow. Nothing is written.',
      example: { labelSelector: 'topology.kubernetes.io/zone=a' },
    }),
  )
  drain(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body(valid(QUESTIONS.drain)) body: BodyOf<'drain'>,
  ): Promise<QuestionAnswers['drain']> {
    return this.#answer(caller, cluster, { name: 'drain', body });
  }

  @Post('loss')
  @HttpCode(200)
  @Described(
    described('loss', {
      id: 'askLoss',
      summary: 'Ask what the loss of a domain leaves',
      description:
        'Removes the nodes of each value of a label in turn, and schedules their pods elsewhere. Nothing is ' +
        'written.',
      example: { topologyKey: 'topology.kubernetes.io/zone' },
    }),
  )
  loss(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body(valid(QUESTIONS.loss)) body: BodyOf<'loss'>,
  ): Promise<QuestionAnswers['loss']> {
    return this.#answer(caller, cluster, { name: 'loss', body });
  }

  @Post('nodes-needed')
  @HttpCode(200)
  @BodyLimit(LONGEST_BODY)
  @Described(
    described('nodes-needed', {
      id: 'askNodesNeeded',
      summary: 'Ask which nodes are needed',
      description:
        'Finds the cheapest set of nodes of these shapes with which every pending pod is scheduled. Nothing ' +
        'is written.',
      example: { shapes: [SHAPE] },
    }),
  )
  nodesNeeded(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body(valid(QUESTIONS['nodes-needed'])) body: BodyOf<'nodes-needed'>,
  ): Promise<QuestionAnswers['nodes-needed']> {
    return this.#answer(caller, cluster, { name: 'nodes-needed', body });
  }

  @Post('repack')
  @HttpCode(200)
  @Described(
    described('repack', {
      id: 'askRepack',
      summary: 'Ask which nodes repacking would free',
      description:
        'Empties as many nodes as possible, those with the fewest pods first, by moves that violate no ' +
        'budget. Nothing is written.',
      example: { most: 10 },
    }),
  )
  repack(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body(valid(QUESTIONS.repack)) body: BodyOf<'repack'>,
  ): Promise<QuestionAnswers['repack']> {
    return this.#answer(caller, cluster, { name: 'repack', body });
  }

  async #answer<Name extends QuestionName>(
    caller: Caller,
    cluster: string,
    {
      name,
      body: { at, ...body },
    }: { readonly name: Name; readonly body: BodyOf<Name> & { readonly at?: string | undefined } },
  ): Promise<QuestionAnswers[Name]> {
    // The schema of the name has checked it.
    const question = { name, body: body as unknown as QuestionBodies[Name] };
    return accepted(await this.whatIfs.ask(caller, withoutUndefined({ cluster, at }), question));
  }
}
