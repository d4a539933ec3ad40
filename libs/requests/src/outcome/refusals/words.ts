import { describeProblem, type FieldProblem } from '#apimachinery';
import type { ObjectRef } from './definition.js';

/** How many of a list are named in words. */
const LISTED = 5;

/** A name or a value inside a sentence. */
export function quoted(value: string): string {
  return JSON.stringify(value);
}

/** An object inside a sentence: its kind, and its name with the namespace that it lives in. */
export function shown({ kind, namespace, name }: ObjectRef): string {
  return `${kind} ${quoted(namespace === '' ? name : `${namespace}/${name}`)}`;
}

/** Texts for one line: the first few, and how many more. */
export function listed(all: readonly string[]): string {
  const reported = all.slice(0, LISTED).join('; ');
  return all.length > LISTED ? `${reported}; and ${all.length - LISTED} more` : reported;
}

/** `1 object`, `2 objects`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What is not valid, and why. */
export function notValid(what: string, problems: readonly FieldProblem[]): string {
  return `${what} is not valid: ${listed(problems.map(describeProblem))}`;
}
