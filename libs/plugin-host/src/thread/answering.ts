import { setField } from '#json';
import { MOST_ANSWERS, type PluginDescription, type Question, type Reply, type Verdict } from '../messages.js';
import { judgeScore, judgeVerdict } from './judge.js';
import { NodeStates } from './node-states.js';
import type { WrittenPlugin } from './written-plugin.js';

interface NodeFact {
  readonly metadata: { readonly name: string };
  readonly allocatable: Readonly<Record<string, number>>;
}

/** Answers questions with a plugin, one node after the other. */
export class Answering {
  readonly #facts = new Map<number, unknown>();
  readonly #states: NodeStates | null;

  constructor(
    private readonly plugin: WrittenPlugin,
    private readonly description: PluginDescription,
  ) {
    const { nodeState } = plugin;
    this.#states = nodeState === undefined ? null : new NodeStates(nodeState, (id) => this.#facts.get(id));
  }

  answer(question: Question): Reply {
    if (question.forget) {
      this.#facts.clear();
      this.#states?.forget();
    }
    for (const [id, json] of question.facts) this.#facts.set(id, frozen(JSON.parse(json)));
    return question.point === 'filter' ? this.#filter(question) : this.#score(question);
  }

  #filter(question: Question): Reply {
    const verdicts = new Int32Array(question.nodes.length);
    const answers: Verdict[] = [];
    const known = new Map<string, number>();
    const failure = this.#ofEach(question, (node, at) => {
      const verdict = judgeVerdict(this.#ask(question, node, at), this.description.reach);
      if (verdict === null) return;
      const key = `${verdict.code}\0${verdict.reasons.join('\0')}`;
      let number = known.get(key);
      if (number === undefined) {
        if (answers.length === MOST_ANSWERS) throw new Error(`answered more than ${MOST_ANSWERS} different reasons`);
        number = answers.push(verdict);
        known.set(key, number);
      }
      verdicts[at] = number;
    });
    return failure ?? { kind: 'filtered', verdicts, answers };
  }

  #score(question: Question): Reply {
    const scores = new Float64Array(question.nodes.length);
    const failure = this.#ofEach(question, (node, at) => {
      scores[at] = judgeScore(this.#ask(question, node, at), this.description.normalization);
    });
    return failure ?? { kind: 'scored', scores };
  }

  /** The first failure in the order of the nodes, by the name of its node. */
  #ofEach(question: Question, work: (node: unknown, at: number) => void): Reply | undefined {
    for (let at = 0; at < question.nodes.length; at += 1) {
      const node = this.#facts.get(question.nodes[at] ?? 0) as NodeFact;
      try {
        work(this.#loaded(node, question, at), at);
      } catch (error) {
        const message = `${question.point} of node ${node.metadata.name} ${inWords(error)}`;
        return { kind: 'failed', message };
      }
    }
    return undefined;
  }

  #ask(question: Question, node: unknown, at: number): unknown {
    const pod = this.#facts.get(question.pod);
    const args = this.#facts.get(question.args);
    const state = guarded(() =>
      this.#states?.of({ node: question.nodes[at] ?? 0, args: question.args }, podsAt(question, at)),
    );
    const { plugin } = this;
    return guarded(() =>
      question.point === 'filter' ? plugin.filter?.(pod, node, args, state) : plugin.score?.(pod, node, args, state),
    );
  }

  /** The node with what is on it. */
  #loaded(node: NodeFact, question: Question, at: number): unknown {
    const { loads, pods } = question;
    if (loads === null) return node;
    const requested: Record<string, number> = {};
    const { length } = loads.resources;
    for (const [index, resource] of loads.resources.entries()) {
      const amount = loads.amounts[at * length + index] ?? 0;
      if (amount !== 0 || Object.hasOwn(node.allocatable, resource)) setField(requested, resource, amount);
    }
    const there = pods === null ? {} : { pods: Object.freeze(podsAt(question, at).map((pod) => this.#facts.get(pod))) };
    return Object.freeze({ ...node, requested: Object.freeze(requested), ...there });
  }
}

/** What the plugin itself threw, as distinct from an invalid answer. */
class Thrown extends Error {}

function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new Thrown(`threw ${thrownInWords(error)}`);
  }
}

function inWords(error: unknown): string {
  return error instanceof Error ? error.message : 'failed';
}

const LONGEST_MESSAGE = 300;

/** A thrown value in few words; what is no error need not have any. */
export function thrownInWords(error: unknown): string {
  try {
    return String(error instanceof Error ? `${error.name}: ${error.message}` : error).slice(0, LONGEST_MESSAGE);
  } catch {
    return 'something without words';
  }
}

function podsAt({ pods }: Question, at: number): readonly number[] {
  return pods === null ? [] : Array.from(pods.ids.subarray(at === 0 ? 0 : pods.ends[at - 1], pods.ends[at]));
}

/** Freezes JSON all the way down. */
function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const field of Object.values(value)) frozen(field);
  return Object.freeze(value);
}
