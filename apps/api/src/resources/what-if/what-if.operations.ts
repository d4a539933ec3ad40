import { ArgsType, Field } from '@nestjs/graphql';
import { KeptWhatIfs, WhatIfService } from '#questions';
import { ok } from '#requests';
import { z } from 'zod';
import { ClusterModel } from '../clusters/index.js';
import { decisionPage, tracePage, traceQuery } from '../decisions/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { Json, typeOf } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { askedSteps } from './asked-steps.js';
import {
  EXAMPLE_MANIFESTS,
  HYPOTHETICAL,
  LONGEST_BODY,
  whatIfBody,
  whatIfDecisionsQuery,
  whatIfEnvelope,
  whatIfSchema,
} from './what-if.schema.js';

const FOR_AN_HOUR = 'Available for an hour from the process that answered it, unless it needs the memory earlier.';
const place = z.number().int().min(0);

const tag = 'what if';
const permission = inNamespace('viewer');
const uses = { kept: KeptWhatIfs };

@ArgsType()
class WhatIfArgs {
  @Field(() => [Json], { description: 'The steps, in order, as in `POST /v1/clusters/{cluster}/what-if`.' })
  readonly steps!: readonly unknown[];

  @Field(() => Boolean, { nullable: true, description: 'Whether to store traces. Default: false.' })
  readonly traces?: boolean | null;
}

export const whatIf = operation({
  name: 'whatIf',
  route: 'POST /v1/clusters/:cluster/what-if',
  tag,
  permission,
  summary: 'Answer a what-if question',
  description:
    'Applies the steps in order to a copy of the cluster in memory, in its present or a past state, and ' +
    'returns what happens to the pods. Nothing is written. Problems of a step are reported with its index and field.',
  uses: { whatIfs: WhatIfService, ...uses },
  body: whatIfBody,
  envelope: whatIfEnvelope,
  example: {
    steps: [
      { import: { manifests: EXAMPLE_MANIFESTS } },
      { drain: { labelSelector: 'topology.kubernetes.io/zone=a' } },
      { schedule: {} },
    ],
  },
  longestBody: LONGEST_BODY,
  answer: { status: 200, description: 'The result of each step.', schema: whatIfSchema },
  problems: HYPOTHETICAL,
  run: async ({ whatIfs, kept }, { caller, path: { cluster }, body: { at, traces = false, steps } }) => {
    const request = { traces, steps: askedSteps(steps) };
    const answer = await whatIfs.whatIf(caller, withoutUndefined({ cluster, at }), request);
    return answer.refused ? answer : ok(kept.keep(answer.value));
  },
}).field({
  on: () => ClusterModel,
  name: 'whatIf',
  description: 'Applies steps to a copy of the cluster in memory, and returns what happens to the pods.',
  type: typeOf(whatIfSchema),
  args: WhatIfArgs,
  asked: ({ place: { cluster, at } }, { steps, traces }) => ({ cluster, at, steps: steps as never, traces }),
});

export const getWhatIf = operation({
  name: 'getWhatIf',
  route: 'GET /v1/clusters/:cluster/what-if/:whatIf',
  tag,
  permission,
  summary: 'Read a what-if',
  description: FOR_AN_HOUR,
  uses,
  answer: { status: 200, description: 'The answer as first returned.', schema: whatIfSchema },
  problems: [ErrorCode.WHAT_IF_NOT_FOUND],
  run: ({ kept }, { caller, path: { cluster, whatIf: id } }) => kept.get(caller, cluster, id),
});

export const listWhatIfDecisions = operation({
  name: 'listWhatIfDecisions',
  route: 'GET /v1/clusters/:cluster/what-if/:whatIf/decisions',
  tag,
  permission,
  summary: 'List the decisions of a what-if',
  description: `In the order of the decisions. ${FOR_AN_HOUR}`,
  uses,
  query: whatIfDecisionsQuery,
  answer: { status: 200, description: 'A page of decisions.', schema: decisionPage },
  problems: [ErrorCode.WHAT_IF_NOT_FOUND],
  pages: { place },
  run: ({ kept }, { caller, path: { cluster, whatIf: id }, page: { pageSize, after: offset = 0 } }) =>
    kept.decisions(caller, cluster, { id, offset, pageSize }),
});

export const getWhatIfTrace = operation({
  name: 'getWhatIfTrace',
  route: 'GET /v1/clusters/:cluster/what-if/:whatIf/decisions/:decision/trace',
  tag,
  permission,
  summary: 'Read the trace of a what-if decision',
  description: `Every verdict and score of every node, if the what-if requested traces. ${FOR_AN_HOUR}`,
  uses,
  query: traceQuery,
  answer: { status: 200, description: 'A page of the trace.', schema: tracePage },
  problems: [ErrorCode.WHAT_IF_NOT_FOUND, ErrorCode.DECISION_NOT_FOUND, ErrorCode.TRACE_NOT_STORED],
  pages: { place },
  run: async ({ kept }, { caller, path: { cluster, whatIf: id, decision }, query: { orderBy, ...filter }, page }) => {
    const { pageSize, after: offset = 0 } = page;
    const found = await kept.trace(caller, cluster, { id, decision, filter, orderBy, offset, pageSize });
    if (found.refused) return found;
    const { nextOffset, offset: _offset, matching: _matching, ...shown } = found.value;
    return ok({ ...shown, next: nextOffset });
  },
});
