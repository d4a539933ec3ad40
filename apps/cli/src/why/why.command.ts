import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { reasonLines, type Schemas } from '#client';
import type { Berth } from '../berth.js';
import type { Decision } from '../decisions/index.js';
import { EXIT, UsageError } from '../exit.js';
import { AT, examples, podOf, VALUE_OUTPUT } from '../options.js';
import { age, counted, paragraph, podName, printValue, table } from '../output/index.js';
import { collect } from '../service/index.js';
import { requirePod } from '../require-pod.js';
import { explainChange, meansChange } from './causes.js';
import { explainCause } from './explain-cause.js';
import type { Terminal } from '../terminal/index.js';

type Row = Schemas['TracePage']['items'][number];

/** `<run>.<ordinal>`, where a pod would stand. */
const DECISION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d+$/;

/** `berth why`: a decision, explained. */
export function why(berth: Berth): CommandUnknownOpts {
  return new Command('why')
    .summary('why a pod is where it is, or still pending; why an object changed')
    .description(
      'Show why a pod is where it is, or still pending: its last decision, reason by reason. Of another object, or ' +
        'of the change at a position: what led to it, back to a request or a timer.',
    )
    .argument(
      '<what>',
      'a pod as namespace/name, or the id of a decision; Kind/namespace/name: the last change of an object; a ' +
        'position: the change there, which left the object with this resourceVersion',
    )
    .option('--node <node>', 'the results of this node: each filter, each score')
    .option('--against <node>', 'compare its node with this one, score by score; `next`: the best other one')
    .option('--requests', 'with --against: also the requests with which the pod would go elsewhere')
    .option('--facts', 'with --against: also the pods that attract or repel it, and what its images add')
    .addOption(AT)
    .addOption(VALUE_OUTPUT)
    .action(async (pod, { node, against, requests, facts, at, output }) => {
      if (meansChange(pod)) {
        if (node ?? against ?? requests ?? facts ?? at)
          throw new UsageError(`${pod} is a change: only --output is for it`);
        return explainChange(berth, pod, output);
      }
      if (requests && against === undefined) throw new UsageError('--requests needs --against');
      if (facts && against === undefined) throw new UsageError('--facts needs --against');
      const decision = await decisionOf(berth, pod, at);
      if (decision === undefined) {
        const { spec } = await requirePod(berth, pod, 'why');
        berth.terminal.complain(`berth: ${undecided(berth, podOf(pod), spec?.nodeName)}`);
        berth.exitCode = EXIT.no;
        return;
      }
      if (against !== undefined) {
        await compare(berth, decision, { node, against, requests, facts, output });
        return;
      }
      const row = node === undefined ? undefined : await rowOf(berth, decision, node);
      if (output !== undefined)
        printValue(row === undefined ? decision : { decision, node: row }, output, berth.terminal);
      else if (row === undefined) {
        explain(decision, berth);
        await explainPreemption(berth, decision);
        await explainCause(berth, decision);
      } else explainNode(decision, row, berth.terminal);
    })
    .addHelpText(
      'after',
      examples(
        ['berth why -c prod shop/report', 'why it is pending: how many nodes each reason rejected'],
        ['berth why -c prod shop/api', 'why it is where it is, and the second best node'],
        ['berth why -c prod shop/api --against web-2', 'the difference, score by score'],
        ['berth why -c prod shop/api --against next --requests', 'and the requests that would have to change'],
        ['berth why -c prod shop/report --node gpu-1', 'why not there'],
        ['berth why -c prod Pod/shop/api-xk2vd', 'why it changed last: why it is gone'],
        ['berth why -c prod 61', 'why the change at position 61 happened'],
      ),
    );
}

/** Of a pod without a decision: what it is to be asked by. */
function undecided(berth: Berth, pod: string, node?: string): string {
  return node === undefined
    ? `pod ${pod} has no decision yet. This tries it: ${berth.line('schedule', '--pod', pod)}`
    : `pod ${pod} is bound to ${node}, and has no decision. What keeps it off other nodes: ` +
        berth.line('why-not', pod);
}

async function decisionOf({ client, cluster }: Berth, pod: string, at?: string): Promise<Decision | undefined> {
  const moment = at === undefined ? {} : { at };
  if (DECISION_ID.test(pod))
    return client.get('/v1/clusters/{cluster}/decisions/{decision}', {
      params: { path: { cluster, decision: pod }, query: moment },
    });
  const params = { path: { cluster }, query: { pod: podOf(pod), pageSize: 1, ...moment } };
  return (await collect(client.items('/v1/clusters/{cluster}/decisions', { params }), 1))[0];
}

interface Comparison {
  readonly node: string | undefined;
  readonly against: string;
  readonly requests: true | undefined;
  readonly facts: true | undefined;
  readonly output: Parameters<typeof printValue>[1] | undefined;
}

/** Two nodes of a decision, as the service puts it. */
async function compare({ client, cluster, terminal }: Berth, { id }: Decision, asked: Comparison): Promise<void> {
  const { node, against, requests, facts, output } = asked;
  const query = {
    ...(node && { node }),
    ...(against !== 'next' && { against }),
    ...(requests && { requests: 'true' }),
    ...(facts && { facts: 'true' }),
  };
  const decision = `/v1/clusters/${encodeURIComponent(cluster)}/decisions/${id}`;
  const path = `${decision}/why?${new URLSearchParams(query).toString()}`;
  const accept = output === undefined ? 'text/plain' : 'application/json';
  const response = await client.fetch(path, { headers: { accept } });
  if (output === undefined) terminal.print((await response.text()).trimEnd());
  else printValue((await response.json()) as object, output, terminal);
}

/** Of a decision that nominated a node: why that one. Decisions whose traces are not stored say no more. */
async function explainPreemption(
  { client, cluster, terminal }: Berth,
  { id, outcome, ...decision }: Decision,
): Promise<void> {
  if (outcome !== 'nominated' || decision.traceStored === 'none') return;
  const path = '/v1/clusters/{cluster}/decisions/{decision}/why';
  const { preemption } = await client.get(path, { params: { path: { cluster, decision: id } } });
  if (preemption) terminal.print(paragraph(preemption.sentence, terminal.columns));
}

async function rowOf({ client, cluster }: Berth, { id }: Decision, node: string): Promise<Row> {
  const path = '/v1/clusters/{cluster}/decisions/{decision}/trace';
  const { items } = await client.get(path, { params: { path: { cluster, decision: id }, query: { node } } });
  const [row] = items;
  if (row === undefined) throw new Error(`node ${node} did not exist when decision ${id} was made`);
  return row;
}

function explain(decision: Decision, berth: Berth): void {
  const { print, columns } = berth.terminal;
  const { nodes, rejections, best, node, message, reasonCode, victims, otherVictims = 0, id } = decision;
  print(paragraph(headline(decision), columns));
  if (decision.woken) print(`It was tried because of ${decision.woken}.`);
  if (reasonCode !== undefined) print(`It was not tried: ${reasonCode}.`);
  if (message !== '') print(paragraph(message, columns));
  if (decision.observed !== undefined) print(paragraph(agreementInWords(decision.observed), columns));
  for (const line of evictionInWords(decision.observed?.eviction)) print(paragraph(line, columns));
  if (nodes.evaluated > 0) print(`${counted(nodes.evaluated, 'node')} evaluated, ${nodes.feasible} fit.`);
  if (rejections.length > 0) {
    const rows = reasonLines(rejections).map((one) => [
      one.reason,
      one.plugin ?? '-',
      one.nodes.first,
      one.nodes.any,
      one.nodes.sole,
      one.nodes.only ?? '-',
    ]);
    print('');
    for (const line of table(REASONS, rows, columns)) print(line);
    print('');
    print(paragraph(LEGEND, columns));
  }
  // Of a node that is not the best, the agreement says it.
  const isBest = decision.observed === undefined || (node !== null && decision.observed.rank === 1);
  if (best !== null && isBest) print(paragraph(placeInWords(best, node), columns));
  const leaving = [...victims.map(podName), ...(otherVictims > 0 ? [`${otherVictims} of another team`] : [])];
  if (leaving.length > 0) print(`Victims of its preemption: ${leaving.join(', ')}.`);
  if (decision.traceDigest !== null) print(`Node by node: ${berth.line('why', id, '--node', 'NODE')}`);
}

const LEGEND =
  "FIRST: nodes where it is kube-scheduler's own answer; ANY: where it holds at all; SOLE: where no other " +
  'plugin rejected the node; ONLY: where there was no other reason.';

const REASONS = [
  { title: 'REASON', prose: true },
  { title: 'PLUGIN' },
  { title: 'FIRST' },
  { title: 'ANY' },
  { title: 'SOLE' },
  { title: 'ONLY' },
];

function headline({ pod, outcome, node, nominatedNode, at, clusterAt, profile, observed }: Decision): string {
  const when = clusterAt === undefined ? `${age(at)} ago` : `at ${clusterAt}`;
  if (observed?.eviction) return `Pod ${podName(pod)}: evicted from ${node ?? 'no node'}, ${when}`;
  const where = node === null ? '' : ` on ${node}`;
  const nominated = nominatedNode === null ? '' : `, nominated for ${nominatedNode}`;
  return `Pod ${podName(pod)}: ${outcome}${where}${nominated}, ${when}, by profile ${profile?.name ?? '-'}`;
}

function evictionInWords(eviction: NonNullable<Decision['observed']>['eviction']): readonly string[] {
  const { preemptor, budgets = [] } = eviction ?? {};
  const held = budgets.map(({ name, disruptionsAllowed }) => `${name}, which allowed ${disruptionsAllowed}`);
  return [
    ...(preemptor ? [`It was evicted for pod ${podName(preemptor)}.`] : []),
    ...(held.length > 0 ? [`Disruption budgets: ${held.join('; ')}.`] : []),
  ];
}

/** What Berth says of a decision that was seen in a real cluster. */
function agreementInWords(observed: NonNullable<Decision['observed']>): string {
  if (observed.eviction !== undefined) return evictionAgreement(observed);
  const { agreement, by, own, reason, ...seen } = observed;
  const { total, ownTotal, rank, changesBefore } = seen;
  const takes = own?.outcome === 'nominated' ? 'Berth makes room on' : 'Berth takes';
  const decides = own?.node ? `${takes} ${own.node}` : 'Berth finds no node';
  const why = reason === null ? '' : `: ${reason}`;
  const state = changesBefore === 0 ? '' : ` It is judged on the state ${counted(changesBefore, 'change')} before.`;
  if (agreement === 'unknown') return `${by} decided this, and Berth decided nothing${why}.`;
  if (agreement === 'tie') return `${by} decided this, and the node is one of several best ones.${state}`;
  if (agreement === 'same') return `${by} decided this, and Berth agrees${why}.${state}`;
  const totals = total === null ? '' : ` (${total} points, rank ${rank ?? '-'}; best ${ownTotal ?? '-'})`;
  return `${by} decided this${totals}. ${decides}${why}.`;
}

function evictionAgreement({ agreement, by, reason, changesBefore }: NonNullable<Decision['observed']>): string {
  const why = reason === null ? '' : `: ${reason}`;
  const decided = `${by === '' ? 'What evicts pods' : by} decided this`;
  if (agreement === 'unknown') return `${decided}, and Berth does not judge it${why}.`;
  if (agreement === 'differs') return `${decided}. Berth would not evict it${why}.`;
  const state = changesBefore === 0 ? '' : ` It is judged on the state ${counted(changesBefore, 'change')} before.`;
  return `${decided}, and Berth agrees${why}.${state}`;
}

function placeInWords({ total, ties, runnerUp }: NonNullable<Decision['best']>, node: string | null): string {
  const place = `${node ?? 'The best node'} scored ${total}`;
  if (ties > 1)
    return `${place}; so did ${counted(ties - 1, 'other node')}${runnerUp && `, such as ${runnerUp.node}`}.`;
  return runnerUp === null ? `${place}.` : `${place}; next came ${runnerUp.node} with ${runnerUp.total}.`;
}

function explainNode(
  decision: Decision,
  { node, status, failures, scores, total, rank }: Row,
  terminal: Terminal,
): void {
  const { print, columns } = terminal;
  print(headline(decision));
  if (status !== null) print(`Node ${node} did not fit: ${status.reasons.join(', ')} (${status.plugin ?? 'its own'})`);
  if (failures.length > 0) {
    const rows = failures.map(({ plugin, code, reasons }) => [plugin ?? '-', reasons.join(', '), code]);
    const titles = [{ title: 'FILTER' }, { title: 'REASONS', prose: true }, { title: 'CODE' }];
    for (const line of table(titles, rows, columns)) print(line);
  }
  if (status === null) print(`Node ${node} fits, rank ${rank ?? '-'}, total ${total ?? '-'}.`);
  if (scores.length > 0) {
    const rows = scores.map(({ plugin, raw, normalized, weighted }) => [plugin, raw, normalized, weighted]);
    const titles = ['SCORE', 'RAW', 'NORMALIZED', 'WEIGHTED'].map((title) => ({ title }));
    for (const line of table(titles, rows, columns)) print(line);
  }
}
