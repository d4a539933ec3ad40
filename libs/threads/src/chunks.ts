/** What a thread asks of a stream that is read for it: its next piece, or to let go of it. */
export type ChunkQuestion = 'next' | 'close';

/** A piece of a stream. */
export type Chunk = Uint8Array | string;

/** Answers the questions about one stream; undefined at its end. */
export type ChunkAnswers = (question: ChunkQuestion) => Promise<Chunk | undefined>;

/** On the side that has the stream. Nothing is read that was not asked for. */
export function chunkAnswers(source: AsyncIterable<Chunk>): ChunkAnswers {
  const pieces = source[Symbol.asyncIterator]();
  return async (question) => {
    if (question === 'next') {
      const piece = await pieces.next();
      if (piece.done === true) return undefined;
      const { value } = piece;
      // A copy, whose memory can be given away: that of the piece may have other users.
      return typeof value === 'string' ? value : new Uint8Array(value);
    }
    await pieces.return?.();
    return undefined;
  };
}

/**
 * The stream, on the side that reads it. A piece is asked for ahead, so that the one side reads while the other works;
 * two are in memory at most. Who ends early lets go of the stream, and does not wait for that.
 */
export async function* askedChunks(ask: ChunkAnswers): AsyncIterable<Chunk> {
  let ended = false;
  const next = (): Promise<Chunk | undefined> => {
    const asked = ask('next');
    // The consumer that reaches it receives its failure.
    asked.catch(() => undefined);
    return asked;
  };
  try {
    for (let ahead = next(); ;) {
      const chunk = await ahead;
      ended = chunk === undefined;
      if (chunk === undefined) return;
      ahead = next();
      yield chunk;
    }
  } finally {
    if (!ended) ask('close').catch(() => undefined);
  }
}
