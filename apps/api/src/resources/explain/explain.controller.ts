import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { DecisionService, type ExplainedDecision } from '#scheduling';
import { type FitAnywhere, type WhyNot, withRequestChanges, type WhyNotRequest, WhyNotService } from '#questions';
import type { ClusterAt } from '#cluster';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { Lasts, Preferred, sendText, valid, withoutUndefined } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { fitAnywhereAsText, whyAsText, whyNotAsText } from './explain-as-text.js';
import {
  decisionWhyNotQuery,
  fitAnywhereQuery,
  fitAnywhereSchema,
  whyNotOrAnywhereSchema,
  whyNotQuery,
  whyQuery,
  whySchema,
} from './explain.schema.js';

const TYPES = ['application/json', 'text/plain'] as const;
type AnswerType = (typeof TYPES)[number];

/** Of so many nodes it is said what would make them fit. */
export const MOST_NODES = 10;

const READING = [
  ErrorCode.INVALID_REQUEST,
  ErrorCode.CLUSTER_NOT_FOUND,
  ErrorCode.ARCHIVED,
  ErrorCode.NOT_ACCEPTABLE,
] as const;
const REBUILDING = [...READING, ErrorCode.OBJECT_NOT_FOUND, ErrorCode.HISTORY_EXPIRED, ErrorCode.TOO_MANY_REQUESTS];
const NOT_REBUILT = [ErrorCode.RUN_NOT_FOUND, ErrorCode.RUN_NOT_REPLAYABLE] as const;
const DECISION = [ErrorCode.DECISION_NOT_FOUND] as const;
const POD = [...REBUILDING, ErrorCode.PROFILE_NOT_FOUND];

const CHANGES =
  'Reports every failing filter with its amounts, and the changes that would resolve each cause; ' +
  '`together` is the cheapest set of changes that makes the node feasible, without unnecessary ones. ' +
  'Without `node`: the nodes that are cheapest to make feasible. Plain text is for people. Nothing is ' +
  'written.';

interface DecisionPath {
  readonly cluster: string;
  readonly decision: string;
}

/** Answers as they are, or as text. */
interface Said<Answer> {
  readonly reply: FastifyReply;
  readonly type: AnswerType;
  readonly asText: (answer: Answer) => string;
}

async function say<Answer>(answer: Answer, { reply, type, asText }: Said<Answer>): Promise<void> {
  if (type === 'application/json') await reply.send(answer);
  else await sendText(reply, type, [asText(answer)]);
}

/** Of one decision that was made. */
@ApiTags('decisions')
@Controller('v1/clusters/:cluster/decisions/:decision')
export class DecisionExplainController {
  constructor(
    private readonly decisions: DecisionService,
    private readonly whyNots: WhyNotService,
  ) {}

  @Get('why')
  @Lasts('forever')
  @Described({
    id: 'why',
    summary: 'Explain a decision',
    description:
      "Compares the decision's node with the best other node, or a given one: the share of each score " +
      'plugin in the difference, the plugins that decided, and the smallest change of a weight that makes ' +
      'another node win. With `requests`: also other requests that would change the decision. Plain text is ' +
      'for people.',
    query: whyQuery,
    answer: { status: 200, description: 'Why.', schema: whySchema, types: [...TYPES] },
    problems: [...REBUILDING, ...DECISION, ErrorCode.TRACE_NOT_STORED, ...NOT_REBUILT],
  })
  @ApiParam({ name: 'decision', schema: { type: 'string' } })
  @ApiParam({ name: 'cluster', schema: { type: 'string' } })
  async why(
    @Caller() caller: Caller,
    @Preferred(TYPES) type: AnswerType,
    @Param() { cluster, decision: id }: DecisionPath,
    @Query(valid(whyQuery)) { requests = false, ...query }: z.output<typeof whyQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const known = accepted(await this.decisions.why(caller, cluster, { id, ...withoutUndefined(query) }));
    const answer = requests ? await this.#withRequests(caller, cluster, known) : known;
    await say(answer, { reply, type, asText: whyAsText });
  }

  async #withRequests(caller: Caller, cluster: string, known: ExplainedDecision): Promise<ExplainedDecision> {
    return withRequestChanges(known, accepted(await this.whyNots.requestChanges(caller, cluster, known.decision)));
  }

  @Get('why-not')
  @Described({
    id: 'whyNotThen',
    summary: 'Explain why a decision did not take a node',
    description: `On the cluster as the decision saw it, which is rebuilt. ${CHANGES}`,
    query: decisionWhyNotQuery,
    answer: { status: 200, description: 'Why not.', schema: whyNotOrAnywhereSchema, types: [...TYPES] },
    problems: [...REBUILDING, ...DECISION, ...NOT_REBUILT],
  })
  @ApiParam({ name: 'decision', schema: { type: 'string' } })
  @ApiParam({ name: 'cluster', schema: { type: 'string' } })
  async whyNot(
    @Caller() caller: Caller,
    @Preferred(TYPES) type: AnswerType,
    @Param() { cluster, decision }: DecisionPath,
    @Query(valid(decisionWhyNotQuery)) query: z.output<typeof decisionWhyNotQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = { of: { decision }, ...query };
    await say(await answered(this.whyNots, caller, cluster, asked), { reply, type, asText: anyAsText });
  }
}

/** Of now, or of any moment. */
@ApiTags('decisions')
@Controller('v1/clusters/:cluster')
export class ExplainController {
  constructor(private readonly whyNots: WhyNotService) {}

  @Get('why-not')
  @Described({
    id: 'whyNot',
    summary: 'Explain why a pod does not go to a node',
    description: `Now, or at any moment. ${CHANGES}`,
    query: whyNotQuery,
    answer: { status: 200, description: 'Why not.', schema: whyNotOrAnywhereSchema, types: [...TYPES] },
    problems: POD,
  })
  async whyNot(
    @Caller() caller: Caller,
    @Preferred(TYPES) type: AnswerType,
    @Param('cluster') cluster: string,
    @Query(valid(whyNotQuery)) { pod, profile, at, ...query }: z.output<typeof whyNotQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = { ...query, of: { pod: withoutUndefined({ ...pod, profile }) } };
    const answer = await answered(this.whyNots, caller, withoutUndefined({ cluster, at }), asked);
    await say(answer, { reply, type, asText: anyAsText });
  }

  @Get('fit-anywhere')
  @Described({
    id: 'fitAnywhere',
    summary: 'Find the changes with which a pod fits',
    description: `The nodes that are cheapest to make fit, now or at any moment. ${CHANGES}`,
    query: fitAnywhereQuery,
    answer: { status: 200, description: 'The nodes.', schema: fitAnywhereSchema, types: [...TYPES] },
    problems: POD,
  })
  async fitAnywhere(
    @Caller() caller: Caller,
    @Preferred(TYPES) type: AnswerType,
    @Param('cluster') cluster: string,
    @Query(valid(fitAnywhereQuery)) { pod, profile, at, limit, costs }: z.output<typeof fitAnywhereQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const of = { pod: withoutUndefined({ ...pod, profile }) };
    const request = withoutUndefined({ of, limit: limit ?? MOST_NODES, costs });
    const answer = accepted(await this.whyNots.fitAnywhere(caller, withoutUndefined({ cluster, at }), request));
    await say(answer, { reply, type, asText: fitAnywhereAsText });
  }
}

interface Asked {
  readonly of: WhyNotRequest['of'];
  readonly node?: string | undefined;
  readonly limit?: number | undefined;
  readonly costs?: WhyNotRequest['costs'] | undefined;
  readonly requests?: boolean | undefined;
}

/** Of the node that is named, or of those that are cheapest to make fit. */
async function answered(
  whyNots: WhyNotService,
  caller: Caller,
  which: ClusterAt,
  { of, node, limit, costs, requests }: Asked,
): Promise<WhyNot | FitAnywhere> {
  return node === undefined
    ? accepted(await whyNots.fitAnywhere(caller, which, withoutUndefined({ of, limit: limit ?? MOST_NODES, costs })))
    : accepted(await whyNots.whyNot(caller, which, withoutUndefined({ of, node, costs, requests })));
}

function anyAsText(answer: WhyNot | FitAnywhere): string {
  return 'items' in answer ? fitAnywhereAsText(answer) : whyNotAsText(answer);
}
