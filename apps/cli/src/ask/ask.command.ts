import { ownField } from '#json';
import { Argument, Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { ALLOW_IGNORED, exitCodeOf, FAIL_ON, sayFindings, sayRelaxed, withoutAllowed } from '../conditions/index.js';
import { EXIT, UsageError } from '../exit.js';
import { inFiles, Manifests } from '../import/index.js';
import { AT, examples, VALUE_OUTPUT, wholeNumber } from '../options.js';
import { podName, printValue } from '../output/index.js';
import type { Terminal } from '../terminal/index.js';
import { QUESTIONS } from './questions.js';

/** What is common to all answers, and what is shown of some. */
interface Answer {
  readonly sentence: string;
  readonly findings?: Schemas['WhatIf']['findings'];
  readonly mix?: readonly object[] | null;
  /** Of loss: each domain with the pods that have no other node. */
  readonly domains?: readonly { readonly homeless: readonly object[] }[];
  /** Of fits, each pod; a count elsewhere. */
  readonly pods?: readonly object[] | object;
  readonly impossible?: readonly object[];
  readonly possible?: boolean;
  readonly moves?: readonly Move[] | number;
  readonly emptied?: readonly Emptied[];
  readonly lost?: readonly { readonly pod: PodName; readonly node: string }[];
  readonly unplaced?: readonly PodMessage[];
  readonly unsafe?: readonly PodMessage[];
  readonly localData?: readonly LocalData[];
  readonly nodes?: readonly { readonly node: string; readonly pods: number }[] | object | number | null;
}

interface PodName {
  readonly namespace: string;
  readonly name: string;
}

interface Move {
  readonly pod: PodName;
  readonly from?: string;
  readonly to: string;
}

interface Emptied {
  readonly node: string;
  readonly moves: readonly Move[];
  readonly lost?: readonly PodName[];
}

interface PodMessage {
  readonly pod: PodName;
  readonly message: string;
}

interface LocalData {
  readonly pod: PodName;
  readonly emptyDir: readonly string[];
  readonly hostPath: readonly string[];
}

/** `berth ask`: a question about what would be, in a sentence. */
export function ask(berth: Berth): CommandUnknownOpts {
  return new Command('ask')
    .summary('what fits, what can be drained or lost, how many nodes are needed')
    .description('Ask a what-if question and print the answer as a sentence. Nothing is written.')
    .addArgument(new Argument('<question>', 'the question').choices(Object.keys(QUESTIONS)))
    .argument('[nodes...]', 'with drain: these nodes')
    .option('-f, --file <file...>', 'manifests of the workload: files, folders, or -; with how-many of one copy')
    .option('--node <node...>', 'with drain: the same')
    .option('-l, --selector <selector>', 'with drain: the nodes with these labels')
    .option('--key <label>', 'with loss: the label whose values are removed in turn', 'topology.kubernetes.io/zone')
    .option('--shapes <file>', 'with nodes-needed: a list of {name, price, node}, JSON or YAML')
    .addOption(new Option('--most <number>', 'stop at this number of copies or emptied nodes').argParser(wholeNumber))
    .option('--profile <name>', 'a profile of the cluster by which all pods are placed')
    .option('--autoscaler', 'with drain and repack: keep pods that the cluster autoscaler does not evict')
    .addOption(FAIL_ON)
    .addOption(ALLOW_IGNORED)
    .addOption(AT)
    .addOption(VALUE_OUTPUT)
    .action(async (question, nodes, { output, file, at, profile, failOn, allowIgnored, ...asked }) => {
      if (nodes.length > 0 && question !== 'drain') throw new UsageError(`${question} takes no nodes`);
      const node = [...nodes, ...(asked.node ?? [])];
      const manifests = file && new Manifests(file, berth.terminal);
      const body = {
        ...(await ownField(QUESTIONS, question)?.body({ ...asked, node, manifests }, berth.terminal)),
        ...(at !== undefined && { at }),
        ...(profile !== undefined && { profile }),
      };
      const path = `/v1/clusters/${encodeURIComponent(berth.cluster)}/questions/${question}`;
      const headers = { 'content-type': 'application/json' };
      const asking = berth.client.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      const response = await asking.catch(async (error: unknown) => {
        throw manifests ? await inFiles(error, manifests) : error;
      });
      const answer = (await response.json()) as Answer;
      const { print, complain } = berth.terminal;
      if (output === undefined) say(answer, berth.terminal);
      else printValue(answer, output, berth.terminal);
      sayRelaxed(failOn, { allowed: allowIgnored, say: output === undefined ? print : complain });
      const judged = exitCodeOf(failOn, {
        outcomes: outcomesOf(answer),
        findings: withoutAllowed(answer.findings, allowIgnored),
      });
      berth.exitCode = isNo(answer) ? EXIT.no : answer.domains?.length === 0 ? EXIT.notJudged : judged;
    })
    .addHelpText('after', examples(...Object.values(QUESTIONS).map(({ example }) => example)));
}

/** Whether the answer is no, regardless of conditions. */
function isNo({ possible, mix, domains = [] }: Answer): boolean {
  return possible === false || mix === null || domains.some(({ homeless }) => homeless.length > 0);
}

/** How pods ended, as far as the answer says it. */
function outcomesOf({ pods, impossible = [] }: Answer): string[] {
  const ended = Array.isArray(pods) ? (pods as readonly { readonly outcome: string }[]) : [];
  return [...ended.map(({ outcome }) => outcome), ...impossible.map(() => 'unschedulable')];
}

/** Most lines below the sentence. */
const MOST_LINES = 20;

function say({ sentence, findings, ...answer }: Answer, terminal: Terminal): void {
  const { print } = terminal;
  sayFindings(findings, terminal);
  print(sentence);
  const lines = linesOf(answer);
  for (const line of lines.slice(0, MOST_LINES)) print(`  ${line}`);
  if (lines.length > MOST_LINES) print(`  and ${lines.length - MOST_LINES} more: -o json has all`);
}

function linesOf({ moves, emptied = [], lost = [], ...answer }: Omit<Answer, 'sentence' | 'findings'>): string[] {
  const { unplaced = [], unsafe = [], localData = [], nodes } = answer;
  return [
    ...(Array.isArray(moves) ? (moves as readonly Move[]).map(moveInWords) : []),
    ...emptied.flatMap(emptiedInWords),
    ...lost.map(({ pod, node }) => lossInWords(pod, node)),
    ...[...unplaced, ...unsafe].map(({ pod, message }) => `${podName(pod)}: ${message}`),
    ...localData.flatMap(dataInWords),
    ...(Array.isArray(nodes) ? nodes.flatMap(countInWords) : []),
  ];
}

function emptiedInWords({ node, moves, lost = [] }: Emptied): string[] {
  return [...moves.map((move) => moveInWords({ ...move, from: node })), ...lost.map((pod) => lossInWords(pod, node))];
}

function lossInWords(pod: PodName, node: string): string {
  return `${podName(pod)}: ${node} -> lost, no controller recreates it`;
}

function dataInWords({ pod, emptyDir, hostPath }: LocalData): string[] {
  return [
    ...emptyDir.map((volume) => `${podName(pod)}: the data of emptyDir ${volume} is lost`),
    ...hostPath.map((volume) => `${podName(pod)}: the data of hostPath ${volume} stays on the node`),
  ];
}

function moveInWords({ pod, from, to }: Move): string {
  return `${podName(pod)}: ${from ?? ''} -> ${to}`;
}

/** Drained nodes are names, and were named. */
function countInWords(one: unknown): string[] {
  if (typeof one !== 'object' || one === null || !('pods' in one)) return [];
  const { node, pods } = one as { readonly node: string; readonly pods: number };
  return [`${node}: ${pods}`];
}
