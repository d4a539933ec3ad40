import { exactText, InexactValueError } from '../canonical-bytes.js';
import type { LogOrigin, LogPlace } from '../checkpoint.js';
import { fromHex, toHex, type Hash } from '../hash.js';
import type { SealedRevision } from '../revision-hash.js';
import {
  changeText,
  hashedLine,
  headerLine,
  leafLine,
  leafOf,
  endLine,
  type LedgerCounts,
  type LedgerHeader,
} from './export-lines.js';

/**
 * A line of an export, in so far as it can be judged by itself: it is canonical, and what it says of itself is true.
 */
export type LedgerLine =
  | { readonly kind: 'header'; readonly header: LedgerHeader }
  | { readonly kind: 'revision'; readonly revision: SealedRevision }
  | { readonly kind: 'change'; readonly position: bigint; readonly leaf: Uint8Array }
  | { readonly kind: 'decision'; readonly leaf: Uint8Array }
  | { readonly kind: 'end'; readonly counts: LedgerCounts };

/** What is wrong with a line, in words; the position where it is one of a change. */
export class LineProblem extends Error {
  constructor(
    message: string,
    readonly position: bigint | null = null,
  ) {
    super(message);
  }
}

/** Reads a line with its newline. @throws LineProblem */
export function readLine(hash: Hash, bytes: Uint8Array): LedgerLine {
  const text = textOf(bytes);
  const line = record(parsed(text));
  if (line.entry === undefined) return line.type === 'berth.ledger/1' ? header(line, text) : end(line, text);
  const entry = record(line.entry);
  if (line.body !== undefined) return change({ hash, text, line, entry });
  return REVISION_TYPES.has(entry.type) ? revision({ text, line, entry }) : decision({ hash, text, line, entry });
}

interface Parts {
  readonly text: string;
  readonly line: Members;
  readonly entry: Members;
}

function header(line: Members, text: string): LedgerLine {
  const read: LedgerHeader = {
    cluster: string(line.cluster),
    origin: line.origin === null ? null : originOf(record(line.origin)),
    after: placeOf(record(line.after)),
    frontier: array(line.frontier).map(digest),
    checkpoint: string(line.checkpoint),
  };
  same(text, headerLine(read));
  return { kind: 'header', header: read };
}

function end(line: Members, text: string): LedgerLine {
  const counts = { revisions: count(line.revisions), changes: count(line.changes), decisions: count(line.decisions) };
  same(text, endLine(counts));
  return { kind: 'end', counts };
}

const REVISION_TYPES: ReadonlySet<unknown> = new Set(['berth.revision/1', 'berth.revision/2']);

function revision({ text, line, entry }: Parts): LedgerLine {
  const read: SealedRevision = {
    cluster: string(entry.cluster),
    revision: integer(entry.revision),
    firstPosition: integer(entry.firstPosition),
    count: count(entry.count),
    at: string(entry.at),
    actor: string(entry.actor),
    principal: optional(entry.principal),
    requestId: optional(entry.requestId),
    client: optional(entry.client),
    reason: optional(entry.reason),
    leafRoot: digest(entry.leafRoot),
    prevHash: digest(entry.prevHash),
    clusterAt: entry.clusterAt === undefined ? null : string(entry.clusterAt),
    hash: digest(line.hash),
  };
  same(text, hashedLine(canonical(entry), string(line.hash)));
  return { kind: 'revision', revision: read };
}

const CHANGE_TYPES: ReadonlySet<unknown> = new Set(['berth.change/1', 'berth.change/2', 'berth.change/3']);

function change({ hash, text, line, entry }: Parts & { readonly hash: Hash }): LedgerLine {
  if (!CHANGE_TYPES.has(entry.type)) throw new LineProblem('has a body and is no change');
  const position = integer(entry.position);
  const [body, canonicalEntry, leaf] = [canonical(line.body), canonical(entry), string(line.leaf)];
  const admission = line.admission === undefined ? undefined : canonical(line.admission);
  same(text, changeText({ admission, body }, canonicalEntry, leaf), position);
  const bodyHash = line.body === null && entry.bodyHash === null ? null : toHex(hash(utf8.encode(body)));
  if (bodyHash !== entry.bodyHash) throw new LineProblem('the body is not what was hashed', position);
  const admissionHash = admission === undefined ? undefined : toHex(hash(utf8.encode(admission)));
  if (admissionHash !== (entry.admissionHash ?? undefined))
    throw new LineProblem('what admission made of it is not what was hashed', position);
  if (leafOf(hash, canonicalEntry) !== leaf) throw new LineProblem('the change is not what was hashed', position);
  return { kind: 'change', position, leaf: digest(leaf) };
}

const DECISION_TYPES: ReadonlySet<unknown> = new Set([1, 2, 3, 4, 5].map((version) => `berth.decision/${version}`));

function decision({ hash, text, line, entry }: Parts & { readonly hash: Hash }): LedgerLine {
  if (!DECISION_TYPES.has(entry.type)) throw new LineProblem('is of no known type');
  const [canonicalEntry, leaf] = [canonical(entry), string(line.leaf)];
  same(text, leafLine(canonicalEntry, leaf));
  if (leafOf(hash, canonicalEntry) !== leaf) throw new LineProblem('the decision is not what was hashed');
  return { kind: 'decision', leaf: digest(leaf) };
}

type Members = Readonly<Record<string, unknown>>;

function placeOf(place: Members): LogPlace {
  return { revision: integer(place.revision), position: integer(place.position), hash: digest(place.hash) };
}

function originOf(origin: Members): LogOrigin {
  return { cluster: string(origin.cluster), ...placeOf(origin) };
}

function same(text: string, expected: string, position: bigint | null = null): void {
  if (text !== expected) throw new LineProblem('is not canonical JSON of its kind', position);
}

function canonical(value: unknown): string {
  try {
    return exactText(value);
  } catch (error) {
    if (error instanceof InexactValueError) throw new LineProblem('holds what could never have been hashed');
    throw error;
  }
}

function record(value: unknown): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new LineProblem('is not a line of an export');
  return value as Members;
}

function array(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new LineProblem('has something else where a list must stand');
  return value;
}

function string(value: unknown): string {
  if (typeof value !== 'string') throw new LineProblem('has something else where a text must stand');
  return value;
}

function optional(value: unknown): string | null {
  return value === null ? null : string(value);
}

function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new LineProblem('has something else where a count must stand');
  return value as number;
}

function integer(value: unknown): bigint {
  const text = string(value);
  if (!/^(0|[1-9][0-9]{0,18})$/.test(text)) throw new LineProblem('has something else where a number must stand');
  return BigInt(text);
}

function digest(value: unknown): Uint8Array {
  const bytes = fromHex(string(value));
  if (bytes?.length !== 32) throw new LineProblem('has something else where a hash must stand');
  return bytes;
}

declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf8 = new TextEncoder();

function textOf(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    // The decoder throws for this alone.
    throw new LineProblem('is not UTF-8');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new LineProblem('is not JSON');
    throw error;
  }
}
