import type { Pod } from '../objects/index.js';
import type { Extender, ExtenderVerb } from './extender.js';

/** What an extender is asked about a pod. */
export type ExtenderQuestion = { readonly kind: 'extender'; readonly extender: Extender; readonly pod: Pod } & (
  | { readonly verb: 'filter' | 'prioritize'; readonly nodes: readonly string[] }
  | { readonly verb: 'preempt'; readonly candidates: readonly CandidateVictims[] }
  | { readonly verb: 'bind'; readonly node: string }
);

/** Who would have to go from a node. */
export interface CandidateVictims {
  readonly node: string;
  /** The most important first. */
  readonly victims: readonly { readonly namespace: string; readonly name: string; readonly uid: string }[];
  readonly budgetViolations: number;
}

/**
 * What an extender answered, as far as kube-scheduler looks at it, or why there is no answer, in its words;
 * plain JSON.
 */
export type ExtenderAnswer = { readonly failure: string } | ExtenderResult;

export type ExtenderResult =
  | FilterResult
  | { readonly verb: 'prioritize'; readonly scores: readonly HostScore[] }
  | PreemptResult
  /** `error` is empty where there is none. */
  | { readonly verb: 'bind'; readonly error: string };

/** Names of nodes that pass, and of nodes that fail, with the reasons. */
export interface FilterResult {
  readonly verb: 'filter';
  readonly nodes: readonly string[];
  readonly failed: Readonly<Record<string, string>>;
  /** Those that preemption cannot help; they stand before `failed`. */
  readonly unresolvable: Readonly<Record<string, string>>;
  /** Empty where there is none. */
  readonly error: string;
}

/** Nodes that stay candidates, with the uids of their victims. */
export interface PreemptResult {
  readonly verb: 'preempt';
  readonly candidates: readonly {
    readonly node: string;
    readonly victims: readonly string[];
    readonly budgetViolations: number;
  }[];
}

export interface HostScore {
  readonly host: string;
  readonly score: number;
}

/** The result of a verb, or null when the answer is none of it: a failure, or the answer to something else. */
export function resultOf<Verb extends ExtenderVerb>(
  answer: object,
  verb: Verb,
): Extract<ExtenderResult, { readonly verb: Verb }> | null {
  return 'verb' in answer && answer.verb === verb ? (answer as Extract<ExtenderResult, { readonly verb: Verb }>) : null;
}

/** Why there is no such result. */
export function whyNone(answer: object, verb: ExtenderVerb): string {
  return 'failure' in answer && typeof answer.failure === 'string' ? answer.failure : `no answer to ${verb}`;
}
