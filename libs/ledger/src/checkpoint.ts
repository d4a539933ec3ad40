import { fromBase64, toBase64 } from './base64.js';
import { toHex } from './hash.js';
import { openNote, signNote, type NoteSigner, type NoteVerifier } from './signed-note.js';

/** A place in a cluster's log: after this revision. */
export interface LogPlace {
  readonly revision: bigint;
  /** Of its last change. */
  readonly position: bigint;
  /** The revision's own hash. */
  readonly hash: Uint8Array;
}

/** Where a fork comes from. */
export interface LogOrigin extends LogPlace {
  /** Id of the cluster that it was forked from. */
  readonly cluster: string;
}

/**
 * What a cluster's log is at a size: the head of the RFC 9162 tree whose entries are the hashes of the cluster's own
 * revisions, in order. A fork's own revisions start after its origin's.
 */
export interface Checkpoint {
  /** The cluster's id. */
  readonly cluster: string;
  /** Own revisions. */
  readonly size: number;
  readonly root: Uint8Array;
  /** RFC 3339 UTC: when it was signed. */
  readonly at: string;
  readonly head: LogPlace;
  /** Null for a cluster that is no fork. */
  readonly origin: LogOrigin | null;
}

const ORIGIN = 'berth/clusters/';
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const COUNT = '0|[1-9][0-9]{0,18}';
const DIGEST = '[A-Za-z0-9+/]{43}=';
const PLACE = `(${COUNT}) (${COUNT}) (${DIGEST})`;
const TEXT = new RegExp(
  `^${ORIGIN}(${UUID})\n(${COUNT})\n(${DIGEST})\ntime ([^\n]{20,40})\nhead ${PLACE}\n(?:origin (${UUID}) ${PLACE}\n)?$`,
);

/**
 * The text of a checkpoint (c2sp.org/tlog-checkpoint): origin line, size, root, and as extension lines its time, the
 * head, and what it was forked from.
 */
export function checkpointText({ cluster, size, root, at, head, origin }: Checkpoint): string {
  const lines = [`${ORIGIN}${cluster}`, String(size), toBase64(root), `time ${at}`, `head ${placeText(head)}`];
  if (origin !== null) lines.push(`origin ${origin.cluster} ${placeText(origin)}`);
  return lines.map((line) => `${line}\n`).join('');
}

/** The checkpoint that a text says; undefined for every text that `checkpointText` would not write. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const parts = TEXT.exec(text)?.slice(1);
  if (parts === undefined) return undefined;
  const [cluster = '', size = '', root = '', at = '', revision = '', position = '', hash = '', from, ...place] = parts;
  const checkpoint = {
    cluster,
    size: Number(size),
    root: fromBase64(root) ?? new Uint8Array(0),
    at,
    head: placeOf(revision, position, hash),
    origin: from === undefined ? null : { cluster: from, ...placeOf(place[0], place[1], place[2]) },
  };
  return checkpointText(checkpoint) === text && isTime(at) ? checkpoint : undefined;
}

/** The signed note of a checkpoint. */
export function signCheckpoint(checkpoint: Checkpoint, signer: NoteSigner): string {
  return signNote(checkpointText(checkpoint), signer);
}

/** The checkpoint of a note; undefined when it is not signed by this key, or is no checkpoint. */
export function openCheckpoint(note: string, verifier: NoteVerifier): Checkpoint | undefined {
  const text = openNote(note, verifier);
  return text === undefined ? undefined : parseCheckpoint(text);
}

/** The checkpoint that a note states, by any signer; undefined when it is none. */
export function readCheckpoint(note: string): Checkpoint | undefined {
  return parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1));
}

/** Two places are the same. */
export function samePlace(a: LogPlace, b: LogPlace): boolean {
  return a.revision === b.revision && a.position === b.position && toHex(a.hash) === toHex(b.hash);
}

/** A day that there is, in the spelling that is stored. */
function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);
}

function placeText({ revision, position, hash }: LogPlace): string {
  return `${revision} ${position} ${toBase64(hash)}`;
}

function placeOf(revision = '', position = '', hash = ''): LogPlace {
  return { revision: BigInt(revision), position: BigInt(position), hash: fromBase64(hash) ?? new Uint8Array(0) };
}
