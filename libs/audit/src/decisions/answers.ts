import type { Answer, Exchange } from '#scheduler';
import { brotli } from '../brotli/index.js';

/** What the outside was asked for a decision, and what it answered, as it is stored; plain JSON. */
export interface KeptExchange {
  /** The extender by its name, or the plugin. */
  readonly by: string;
  /** An extender's verb, or `permit`. */
  readonly verb: 'filter' | 'prioritize' | 'preempt' | 'bind' | 'permit';
  /** How many nodes it was asked about. */
  readonly nodes: number;
  readonly answer: Answer;
}

/** A question to an extender, for readers of the decision. */
export interface AskedExtender {
  readonly extender: string;
  readonly verb: KeptExchange['verb'];
  /** How many nodes it was asked about. */
  readonly nodes: number;
  /** Why there was no answer, or the error that was answered; null when there was none. */
  readonly error: string | null;
}

/** The bytes that stand with a decision; null when nothing was asked. */
export function answerBytes(asked: readonly Exchange[]): Uint8Array | null {
  return asked.length === 0 ? null : brotli.compress(Buffer.from(JSON.stringify(asked.map(kept))));
}

/** What was asked, in order; nothing where the bytes were edited so that they cannot be read. */
export function keptExchanges(bytes: Uint8Array): readonly KeptExchange[] {
  try {
    return JSON.parse(Buffer.from(brotli.decompress(bytes)).toString('utf8')) as readonly KeptExchange[];
  } catch {
    return [];
  }
}

/** The same without the answers. */
export function askedExtenders(bytes: Uint8Array): readonly AskedExtender[] {
  return keptExchanges(bytes).map(({ by, verb, nodes, answer }) => ({
    extender: by,
    verb,
    nodes,
    error: errorOf(answer),
  }));
}

function kept({ question, answer }: Exchange): KeptExchange {
  if (question.kind === 'permit') return { by: question.plugin, verb: 'permit', nodes: 1, answer };
  const { extender, verb } = question;
  return { by: extender.name, verb, nodes: nodesOf(question), answer };
}

function nodesOf(question: Extract<Exchange['question'], { readonly kind: 'extender' }>): number {
  switch (question.verb) {
    case 'bind':
      return 1;
    case 'preempt':
      return question.candidates.length;
    default:
      return question.nodes.length;
  }
}

function errorOf(answer: Answer): string | null {
  if ('failure' in answer) return answer.failure;
  if ('allowed' in answer) return answer.allowed ? null : answer.reason;
  return 'error' in answer && answer.error !== '' ? answer.error : null;
}
