import { drain } from './drain.js';
import { fits } from './fits.js';
import { howMany } from './how-many.js';
import { loss } from './loss.js';
import { nodesNeeded } from './nodes-needed.js';
import type { QuestionDefinition } from './question.js';
import { repack } from './repack.js';

/** The named questions, a line each. */
export const QUESTIONS = { fits, 'how-many': howMany, drain, loss, 'nodes-needed': nodesNeeded, repack };

export type QuestionName = keyof typeof QUESTIONS;

/** What each question is asked with, by its name. */
export type QuestionBodies = { readonly [Name in QuestionName]: Parameters<(typeof QUESTIONS)[Name]['input']>[1] };

/** What each question is answered with. */
export type QuestionAnswers = { readonly [Name in QuestionName]: AnswerOf<(typeof QUESTIONS)[Name]['answer']> };

type AnswerOf<Computed> = Computed extends (...args: never[]) => Generator<void, infer Answer> ? Answer : never;

/** A question with its body. */
export interface Question<Name extends QuestionName = QuestionName> {
  readonly name: Name;
  readonly body: QuestionBodies[Name];
}

/** How one question is answered. */
export type AnyQuestion<Name extends QuestionName> = QuestionDefinition<
  QuestionBodies[Name],
  unknown,
  QuestionAnswers[Name]
>;
