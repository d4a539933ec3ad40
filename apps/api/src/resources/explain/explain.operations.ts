import { ArgsType } from '@nestjs/graphql';
import type { ClusterAt } from '#cluster';
import { type Outcome, ok } from '#requests';
import { DecisionService, type ExplainedDecision } from '#scheduling';
import { withPlaceFacts, withPreemption, withRequestChanges, type FitAnywhere, type WhyNot } from '#questions';
import { WhyNotService, type WhyNotRequest } from '#questions';
import { ClusterModel } from '../clusters/index.js';
import { DecisionModel } from '../decisions/index.js';
import { inNamespace, type Caller } from '../../ground/caller/index.js';
import { argsOf, argumentsOf, typeOf } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { fitAnywhereAsText, whyAsText, whyNotAsText } from './explain-as-text.js';
import {
  decisionWhyNotArgs,
  decisionWhyNotQuery,
  fitAnywhereArgs,
  fitAnywhereQuery,
  fitAnywhereSchema,
  whyArgs,
  whyNotArgs,
  whyNotOrAnywhereSchema,
  whyNotQuery,
  whyNotSchema,
  whyQuery,
  whySchema,
} from './explain.schema.js';

/** Of so many nodes it is said what would make them fit. */
const MOST_NODES = 10;

const tag = 'decisions';
const permission = inNamespace('viewer');
const uses = { whyNots: WhyNotService };
const REBUILT = [
  ErrorCode.ARCHIVED,
  ErrorCode.NOT_ACCEPTABLE,
  ErrorCode.OBJECT_NOT_FOUND,
  ErrorCode.HISTORY_EXPIRED,
  ErrorCode.TOO_MANY_REQUESTS,
];
const NOT_REBUILT = [ErrorCode.RUN_NOT_FOUND, ErrorCode.RUN_NOT_REPLAYABLE];
const CHANGES =
  'Reports every failing filter with its amounts, and the changes that would resolve each cause; ' +
  '`together` is the cheapest set of changes that makes the node feasible, without unnecessary ones. ' +
  'Without `node`: the nodes that are cheapest to make feasible. `text/plain` is a text for people. ' +
  'Nothing is written.';

@ArgsType()
class WhyArgs extends argsOf(whyArgs) {}
@ArgsType()
class WhyNotArgs extends argsOf(whyNotArgs) {}
@ArgsType()
class DecisionWhyNotArgs extends argsOf(decisionWhyNotArgs) {}
@ArgsType()
class FitAnywhereArgs extends argsOf(fitAnywhereArgs) {}

export const why = operation({
  name: 'why',
  route: 'GET /v1/clusters/:cluster/decisions/:decision/why',
  tag,
  permission,
  summary: 'Explain a decision',
  description:
    "Compares the decision's node with the best other node, or a given one: the share of each score " +
    'plugin in the difference, the plugins that decided, and the smallest change of a weight that makes ' +
    'another node win. With `requests`: also other requests that would change the decision. A decision that ' +
    'nominated a node has the candidates of its preemption. `text/plain` is a text for people.',
  uses: { decisions: DecisionService, ...uses },
  query: whyQuery,
  answer: { status: 200, description: 'The explanation.', schema: whySchema },
  problems: [...REBUILT, ErrorCode.DECISION_NOT_FOUND, ErrorCode.TRACE_NOT_STORED, ...NOT_REBUILT],
  lasts: 'forever',
  run: async ({ decisions, whyNots }, { caller, path: { cluster, decision: id }, query }) => {
    const { requests = false, facts = false, ...asked } = query;
    const known = await decisions.why(caller, cluster, { id, ...asked });
    return known.refused ? known : withMore(known.value, { whyNots, caller, cluster, requests, facts });
  },
  asText: whyAsText,
}).field({
  on: () => DecisionModel,
  name: 'why',
  description: 'Compares its node with another one.',
  type: typeOf(whySchema),
  args: WhyArgs,
  asked: ({ place: { cluster }, decision: { id } }, args) => ({ cluster, decision: id, ...args }),
  show: (known, { place: { cluster } }) => ({ ...known, cluster }),
});

export const whyNotThen = operation({
  name: 'whyNotThen',
  route: 'GET /v1/clusters/:cluster/decisions/:decision/why-not',
  tag,
  permission,
  summary: 'Explain why a decision did not take a node',
  description: `In the cluster as of the decision, which is rebuilt. ${CHANGES}`,
  uses,
  query: decisionWhyNotQuery,
  answer: { status: 200, description: 'The reason.', schema: whyNotOrAnywhereSchema },
  problems: [...REBUILT, ErrorCode.DECISION_NOT_FOUND, ...NOT_REBUILT],
  run: ({ whyNots }, { caller, path: { cluster, decision }, query }) =>
    answered(whyNots, { caller, which: cluster }, { of: { decision }, ...query }),
  asText: anyAsText,
}).field({
  on: () => DecisionModel,
  name: 'whyNot',
  description: 'Why the pod was not placed on a node, in the cluster as of the decision, which is rebuilt.',
  type: typeOf(whyNotSchema),
  args: DecisionWhyNotArgs,
  asked: ({ place: { cluster }, decision: { id } }, args) => ({
    cluster,
    decision: id,
    ...argumentsOf(decisionWhyNotArgs, args),
  }),
});

export const whyNot = operation({
  name: 'whyNot',
  route: 'GET /v1/clusters/:cluster/why-not',
  tag,
  permission,
  summary: 'Explain why a pod does not go to a node',
  description: `In the present or a past state. ${CHANGES}`,
  uses,
  query: whyNotQuery,
  answer: { status: 200, description: 'The reason.', schema: whyNotOrAnywhereSchema },
  problems: [...REBUILT, ErrorCode.PROFILE_NOT_FOUND],
  run: ({ whyNots }, { caller, path, query: { pod, profile, at, ...query } }) => {
    const which = { ...path, ...withoutUndefined({ at }) };
    return answered(whyNots, { caller, which }, { of: { pod: withoutUndefined({ ...pod, profile }) }, ...query });
  },
  asText: anyAsText,
}).field({
  on: () => ClusterModel,
  name: 'whyNot',
  description: 'Why a pod does not go to a node, and what would change it.',
  type: typeOf(whyNotSchema),
  args: WhyNotArgs,
  asked: ({ place }, args) => ({ ...place, ...argumentsOf(whyNotArgs, args) }),
});

export const fitAnywhere = operation({
  name: 'fitAnywhere',
  route: 'GET /v1/clusters/:cluster/fit-anywhere',
  tag,
  permission,
  summary: 'Find the changes with which a pod fits',
  description: `The nodes that are cheapest to make feasible, in the present or a past state. ${CHANGES}`,
  uses,
  query: fitAnywhereQuery,
  answer: { status: 200, description: 'The nodes.', schema: fitAnywhereSchema },
  problems: [...REBUILT, ErrorCode.PROFILE_NOT_FOUND],
  run: ({ whyNots }, { caller, path, query: { pod, profile, at, limit = MOST_NODES, costs } }) => {
    const asked = { of: { pod: withoutUndefined({ ...pod, profile }) }, limit, ...withoutUndefined({ costs }) };
    return whyNots.fitAnywhere(caller, { ...path, ...withoutUndefined({ at }) }, asked);
  },
  asText: fitAnywhereAsText,
}).field({
  on: () => ClusterModel,
  name: 'fitAnywhere',
  description: 'The nodes that are cheapest to make feasible.',
  type: typeOf(fitAnywhereSchema),
  args: FitAnywhereArgs,
  asked: ({ place }, args) => {
    const { first, ...asked } = argumentsOf(fitAnywhereArgs, args);
    return { ...place, ...asked, limit: first };
  },
});

interface More {
  readonly whyNots: WhyNotService;
  readonly caller: Caller;
  readonly cluster: string;
  readonly requests: boolean;
  readonly facts: boolean;
}

/** A decision that is explained, with what is found on the cluster as it saw it. */
async function withMore(
  known: ExplainedDecision,
  { whyNots, caller, cluster, requests, facts }: More,
): Promise<Outcome<ExplainedDecision>> {
  const { decision, nominatedNode: nominated, node, against } = known;
  let answer = known;
  if (nominated !== null && node === null)
    answer = withPreemption(answer, await whyNots.preemption(caller, cluster, { decision, nominated }));
  if (facts) {
    const nodes = [node, against].flatMap((name) => name ?? []);
    const found = await whyNots.placeFacts(caller, cluster, { decision, nodes });
    if (found.refused) return found;
    answer = withPlaceFacts(answer, found.value);
  }
  if (!requests) return ok(answer);
  const others = await whyNots.requestChanges(caller, cluster, decision);
  return others.refused ? others : ok(withRequestChanges(answer, others.value));
}

interface Asked {
  readonly of: WhyNotRequest['of'];
  readonly node?: string | undefined;
  readonly limit?: number | undefined;
  readonly costs?: WhyNotRequest['costs'] | undefined;
  readonly requests?: boolean | undefined;
}

/** Of the node that is named, or of those that are cheapest to make fit. */
function answered(
  whyNots: WhyNotService,
  { caller, which }: { readonly caller: Caller; readonly which: ClusterAt },
  { of, node, limit = MOST_NODES, costs, requests }: Asked,
): Promise<Outcome<WhyNot | FitAnywhere>> {
  return node === undefined
    ? whyNots.fitAnywhere(caller, which, withoutUndefined({ of, limit, costs }))
    : whyNots.whyNot(caller, which, withoutUndefined({ of, node, costs, requests }));
}

function anyAsText(answer: WhyNot | FitAnywhere): string {
  return 'items' in answer ? fitAnywhereAsText(answer) : whyNotAsText(answer);
}
