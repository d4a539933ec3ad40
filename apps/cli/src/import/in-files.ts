import { ServiceError } from '#client';
import type { Manifests } from './manifests.js';
import { problemInWords, type ObjectProblem } from './problem-in-words.js';

/** Where a request has manifests, and in one of them: `/manifests/2/spec/replicas`. */
const IN_MANIFESTS = /\/manifests(?:\/(\d+)(\/.*)?)?$/;

/**
 * A refusal of manifests, in the words of the files that were sent; the same error when it is about something else, or
 * when no file has it, as behind the standard input, which can be read only once.
 */
export async function inFiles(error: unknown, manifests: Manifests): Promise<unknown> {
  if (!(error instanceof ServiceError)) return error;
  const { errors = [] } = error.answer as { readonly errors?: readonly ObjectProblem[] };
  const found = errors.map((problem) => ({ problem, place: IN_MANIFESTS.exec(problem.pointer ?? '') }));
  if (error.code !== 'MANIFESTS_UNREADABLE' && !found.some(({ place }) => place !== null)) return error;
  const unreadable = await manifests.unreadable();
  if (unreadable !== undefined) return new Error(unreadable);
  const located = await manifests.located(
    found.map(({ problem, place }) =>
      place?.[1] === undefined ? problem : { ...problem, index: Number(place[1]), pointer: place[2] ?? '' },
    ),
  );
  if (!located.some(({ file }) => file !== undefined)) return error;
  return new Error(located.map(problemInWords).join('\n'));
}
