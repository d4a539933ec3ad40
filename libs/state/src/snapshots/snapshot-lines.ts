import { isAscii } from 'node:buffer';
import { PastObject } from '../objects/index.js';

/**
 * A chunk holds about this much JSON: little enough to be read without others waiting for it,
 * enough to be compressed well.
 */
const CHUNK_CHARACTERS = 2 ** 22;

/**
 * A state as lines, by kind, namespace and name: `[kind, namespace, name, uid, resourceVersion, createdPosition]`, a
 * tab, and the object. What the object says is not looked at when lines are read.
 */
export async function* snapshotChunks(
  objects: AsyncIterable<PastObject> | Iterable<PastObject>,
): AsyncIterable<{ readonly lines: Buffer; readonly count: number }> {
  let lines: string[] = [];
  let characters = 0;
  for await (const object of objects) {
    const line = lineOf(object);
    lines.push(line);
    characters += line.length;
    if (characters < CHUNK_CHARACTERS) continue;
    yield { lines: Buffer.from(lines.join('')), count: lines.length };
    lines = [];
    characters = 0;
  }
  if (lines.length > 0) yield { lines: Buffer.from(lines.join('')), count: lines.length };
}

function lineOf({ kind, namespace, name, uid, resourceVersion, createdPosition, text }: PastObject): string {
  return `${JSON.stringify([kind, namespace, name, uid, String(resourceVersion), String(createdPosition)])}\t${text}\n`;
}

/** The objects of a chunk's lines, one at a time; it ends at a line that is none. */
export function* readLines(chunk: Buffer): Iterable<PastObject> {
  const text = chunk.toString(isAscii(chunk) ? 'latin1' : 'utf8');
  for (let begin = 0; begin < text.length;) {
    const tab = text.indexOf('\t', begin);
    const end = text.indexOf('\n', tab);
    const head = tab < 0 || end < 0 ? undefined : readHead(text.slice(begin, tab));
    if (head === undefined) return;
    const [kind, namespace, name, uid, resourceVersion, createdPosition] = head;
    const version = { resourceVersion: BigInt(resourceVersion), createdPosition: BigInt(createdPosition) };
    yield new PastObject({ kind, namespace, name, uid }, version, { text: text.slice(tab + 1, end), patches: [] });
    begin = end + 1;
  }
}

type Head = [
  kind: string,
  namespace: string,
  name: string,
  uid: string,
  resourceVersion: string,
  createdPosition: string,
];

const NUMBER = /^\d+$/;

/**
 * Names have nothing that JSON escapes, and are taken out without a parser, which would take as
 * long as the rest of reading.
 */
function readHead(text: string): Head | undefined {
  const head: unknown = text.includes('\\') ? parsed(text) : text.slice(2, -2).split('","');
  if (!Array.isArray(head) || head.length !== 6 || !head.every((part) => typeof part === 'string')) return undefined;
  return head.slice(4).every((part) => NUMBER.test(part)) ? (head as Head) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
