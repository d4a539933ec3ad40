import { createHash } from 'node:crypto';
import { shapeOfJson, shapeProblem } from '#json';
import { TimeSlice } from '#database';
import { exactnessProblems } from '#apimachinery';
import { ok, refuse, type Outcome } from '#requests';
import { eventOf, type MirrorEvent, type MirrorFault } from './mirror-event.js';

/** Longest line, and batch, in bytes; an API server stores no object that is longer than half of a line. */
const LONGEST_EVENT = 4 * 2 ** 20;
const LONGEST_BATCH = 32 * 2 ** 20;
const MOST_EVENTS = 10_000;

/** A batch that was read: what it says, and lines that say nothing. */
export interface MirrorBatch {
  readonly events: readonly MirrorEvent[];
  readonly faults: readonly MirrorFault[];
  /** SHA-256 of its bytes, hexadecimal. */
  readonly digest: string;
}

/** Reads a batch: an event on each line. A line that cannot be read is left out and named, and the others count. */
export async function readBatch(body: AsyncIterable<Uint8Array | string>): Promise<Outcome<MirrorBatch>> {
  const hash = createHash('sha256');
  const slice = new TimeSlice();
  const events: MirrorEvent[] = [];
  const faults: MirrorFault[] = [];
  let index = 0;
  let bytes = 0;
  for await (const line of linesOf(body, (piece) => {
    hash.update(piece);
    bytes += piece.length;
  })) {
    if (bytes > LONGEST_BATCH) return tooLong(`a batch has at most ${LONGEST_BATCH} bytes`);
    if (line !== undefined && line.trim() === '') continue;
    if (index >= MOST_EVENTS) return tooLong(`a batch has at most ${MOST_EVENTS} events`);
    const read = readLine(index, line);
    if ('type' in read) events.push(read);
    else faults.push(read);
    index += 1;
    await slice.yieldWhenOver();
  }
  return ok({ events, faults, digest: hash.digest('hex') });
}

function readLine(index: number, line: string | undefined): MirrorEvent | MirrorFault {
  const left = (message: string): MirrorFault => ({ index, object: {}, message: `${message}; the event is left out` });
  if (line === undefined) return left(`the event has more than ${LONGEST_EVENT} bytes`);
  const shape = shapeProblem(shapeOfJson(line));
  if (shape !== undefined) return left(`the event ${shape}`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return left(`the event is not valid JSON: ${(error as Error).message}`);
  }
  const read = eventOf(index, value);
  if (!('type' in read)) return { ...read, message: `${read.message}; the event is left out` };
  const [inexact] = exactnessProblems(read.object);
  if (inexact === undefined) return read;
  return { index, object: read.object, field: inexact.field, message: `${inexact.message}; the event is left out` };
}

/** The lines of a text; undefined in the place of one that is too long. */
async function* linesOf(
  body: AsyncIterable<Uint8Array | string>,
  tell: (piece: Buffer) => void,
): AsyncGenerator<string | undefined> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): string | undefined => {
    const line = length > LONGEST_EVENT ? undefined : Buffer.concat(parts).toString();
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of body) {
    const piece = Buffer.from(chunk as Uint8Array);
    tell(piece);
    let from = 0;
    for (let end = piece.indexOf(NEW_LINE); end >= 0; end = piece.indexOf(NEW_LINE, from)) {
      add(piece.subarray(from, end));
      yield take();
      from = end + 1;
    }
    add(piece.subarray(from));
  }
  if (length > 0) yield take();

  function add(part: Buffer): void {
    length += part.length;
    // What is too long is counted, and not kept.
    if (length > LONGEST_EVENT) parts = [];
    else parts.push(part);
  }
}

const NEW_LINE = 0x0a;

function tooLong(message: string): Outcome<never> {
  return refuse({ kind: 'InvalidRequest', problems: [{ field: '', reason: 'FieldValueTooLong', message }] });
}
