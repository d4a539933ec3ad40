import { readManifests } from '#api-server';
import { z } from 'zod';
import { RequestRefused } from '../outcome/index.js';

/** A document in an input: any JSON, or a text. */
export const document = z.unknown().refine((value) => value !== undefined);

/**
 * The document that an argument is: JSON as it stands, or YAML or JSON in a text.
 * @param field where it stands, for messages
 * @throws RequestRefused when the text is not one object.
 */
export async function readDocument(given: unknown, field: string): Promise<unknown> {
  if (typeof given !== 'string') return given;
  const found: object[] = [];
  for await (const item of readManifests(chunksOf(given))) {
    if ('problem' in item)
      throw unreadable(
        field,
        item.problem.line === undefined ? item.problem.message : `line ${item.problem.line}: ${item.problem.message}`,
      );
    found.push(item.object);
  }
  if (found.length === 1) return found[0];
  throw unreadable(field, `must be one object, not ${found.length}`);
}

function unreadable(field: string, message: string): RequestRefused {
  return RequestRefused.invalid([{ field, reason: 'FieldValueInvalid', message }]);
}

async function* chunksOf(text: string): AsyncIterable<string> {
  yield await Promise.resolve(text);
}
