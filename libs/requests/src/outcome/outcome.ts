import type { Refusal } from './refusals/index.js';

/** What a service method answers: the value, or why not. Exceptions are left to bugs and outages. */
export type Outcome<T> =
  { readonly refused: false; readonly value: T } | { readonly refused: true; readonly refusal: Refusal };

export function ok<T>(value: T): Outcome<T> {
  return { refused: false, value };
}

export function refuse(refusal: Refusal): Outcome<never> {
  return { refused: true, refusal };
}
