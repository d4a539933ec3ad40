import { exactText, utf8Bytes } from '../canonical-bytes.js';
import { changeEnvelope, type Change } from '../change-leaf.js';
import type { LogOrigin, LogPlace } from '../checkpoint.js';
import { decisionEnvelope, type Decision } from '../decision-leaf.js';
import { toHex, type Hash } from '../hash.js';
import { leafHash } from '../merkle-root.js';
import { revisionEnvelope, type SealedRevision } from '../revision-hash.js';

/** Names the format of an export, and its version: the first line's `type`. */
export const LEDGER_TYPE = 'berth.ledger/1';
export const LEDGER_END_TYPE = 'berth.ledger-end/1';

/** How an export starts. */
export interface LedgerHeader {
  /** The cluster's id. */
  readonly cluster: string;
  /** What the cluster was forked from. */
  readonly origin: LogOrigin | null;
  /**
   * What the first revision of the export follows: the origin, or nothing, where it starts with the
   * cluster's first own revision.
   */
  readonly after: LogPlace;
  /**
   * Roots of the complete subtrees over the own revisions before the export's, largest first: none
   * where it starts with the first.
   */
  readonly frontier: readonly Uint8Array[];
  /** The signed note of a checkpoint at exactly the export's last revision. */
  readonly checkpoint: string;
}

/** What an export holds. */
export interface LedgerCounts {
  readonly revisions: number;
  readonly changes: number;
  readonly decisions: number;
}

/** The first line of an export. Every line is canonical JSON (RFC 8785) and ends in a newline. */
export function headerLine({ cluster, origin, after, frontier, checkpoint }: LedgerHeader): string {
  return `${exactText({
    after: placeJson(after),
    checkpoint,
    cluster,
    frontier: frontier.map(toHex),
    origin: origin && { cluster: origin.cluster, ...placeJson(origin) },
    type: LEDGER_TYPE,
  })}\n`;
}

/** A revision, `{entry, hash}`: its changes and then its decisions follow it. */
export function revisionLine(revision: SealedRevision): string {
  return hashedLine(exactText(revisionEnvelope(revision)), toHex(revision.hash));
}

/** A change, `{admission?, body, entry, leaf}`: the body, and what admission made of it, are as they are stored. */
export function changeLine(hash: Hash, change: Change): string {
  const entry = exactText(changeEnvelope(hash, change));
  const { admission, body } = change;
  const stored = { admission: admission && utf8.decode(admission), body: body === null ? 'null' : utf8.decode(body) };
  return changeText(stored, entry, leafOf(hash, entry));
}

/** A decision, `{entry, leaf}`. */
export function decisionLine(hash: Hash, decision: Decision): string {
  const entry = exactText(decisionEnvelope(decision));
  return leafLine(entry, leafOf(hash, entry));
}

/** The last line of an export. */
export function endLine({ revisions, changes, decisions }: LedgerCounts): string {
  return `${exactText({ changes, decisions, revisions, type: LEDGER_END_TYPE })}\n`;
}

/** Lines from their canonical parts; the verifier compares what it read with these. */
export function hashedLine(entry: string, hash: string): string {
  return `{"entry":${entry},"hash":"${hash}"}\n`;
}

export function leafLine(entry: string, leaf: string): string {
  return `{"entry":${entry},"leaf":"${leaf}"}\n`;
}

/** What is stored of a change, as canonical text. */
export interface ChangeTexts {
  readonly admission?: string | null | undefined;
  readonly body: string;
}

export function changeText({ admission, body }: ChangeTexts, entry: string, leaf: string): string {
  return `{${admission ? `"admission":${admission},` : ''}"body":${body},"entry":${entry},"leaf":"${leaf}"}\n`;
}

/** The leaf hash of an entry given as text, in hexadecimal. */
export function leafOf(hash: Hash, entry: string): string {
  return toHex(leafHash(hash, utf8Bytes(entry)));
}

function placeJson({ revision, position, hash }: LogPlace): object {
  return { hash: toHex(hash), position: String(position), revision: String(revision) };
}

declare const TextDecoder: new (
  label: string,
  options: { readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };
/** A body that is no UTF-8 any more comes out as another text, which its hash tells. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
