import { mistakenBytes } from './mistaken-input.js';

/**
 * A standard of every JavaScript runtime, and a pure function of its input; only the language library does not list it.
 */
declare class TextDecoder {
  constructor(encoding: 'utf-8', options: { readonly fatal: boolean });
  decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string;
}

/** The input is not UTF-8; the message says what it may be. */
export class NotTextError extends Error {}

/**
 * Bytes become text as they come; characters may be cut between chunks. Throws NotTextError where the bytes are not
 * UTF-8.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let beginning: Uint8Array | undefined;
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string') beginning ??= chunk;
    yield typeof chunk === 'string' ? chunk : decoded(decoder, beginning, chunk);
  }
  yield decoded(decoder, beginning);
}

function decoded(decoder: TextDecoder, beginning: Uint8Array | undefined, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (error) {
    // By name: the decoder may be of another realm, whose TypeError is another class.
    if ((error as Error).name === 'TypeError') throw new NotTextError(mistakenBytes(beginning ?? new Uint8Array()));
    throw error;
  }
}
