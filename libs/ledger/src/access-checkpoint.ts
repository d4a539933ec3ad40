import { fromBase64, toBase64 } from './base64.js';
import { openNote, signNote, type NoteSigner, type NoteVerifier } from './signed-note.js';

/** What the log of access is at a size, and what access is by it. */
export interface AccessCheckpoint {
  /** Entries of the log. */
  readonly size: number;
  /** Hash of the last of them: each entry has the hash of the one before it. */
  readonly hash: Uint8Array;
  /** RFC 3339 UTC: when it was signed. */
  readonly at: string;
  /** SHA-256 over keys, members, grants and teams of namespaces, as they are stored. */
  readonly state: Uint8Array;
}

const ORIGIN = 'berth/access';
const DIGEST = '[A-Za-z0-9+/]{43}=';
const TEXT = new RegExp(
  `^${ORIGIN}\\n([1-9][0-9]{0,15})\\n(${DIGEST})\\ntime (\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)\\n` +
    `state (${DIGEST})\\n$`,
);

/**
 * The text of a checkpoint of the log of access: origin line, size, hash of the last entry, and as extension lines its
 * time and the state.
 */
export function accessCheckpointText({ size, hash, at, state }: AccessCheckpoint): string {
  return `${ORIGIN}\n${size}\n${toBase64(hash)}\ntime ${at}\nstate ${toBase64(state)}\n`;
}

/** The signed note of a checkpoint of the log of access. */
export function signAccessCheckpoint(checkpoint: AccessCheckpoint, signer: NoteSigner): string {
  return signNote(accessCheckpointText(checkpoint), signer);
}

/** The checkpoint of a note; undefined when it is not signed by this key, or is none of the log of access. */
export function openAccessCheckpoint(note: string, verifier: NoteVerifier): AccessCheckpoint | undefined {
  const text = openNote(note, verifier);
  return text === undefined ? undefined : parse(text);
}

/** The checkpoint that a note states, by any signer; undefined when it is none of the log of access. */
export function readAccessCheckpoint(note: string): AccessCheckpoint | undefined {
  return parse(note.slice(0, note.lastIndexOf('\n\n') + 1));
}

function parse(text: string): AccessCheckpoint | undefined {
  const [, size = '', hash = '', at = '', state = ''] = TEXT.exec(text) ?? [];
  const [hashBytes, stateBytes] = [fromBase64(hash), fromBase64(state)];
  if (hashBytes?.length !== 32 || stateBytes?.length !== 32) return undefined;
  const checkpoint = { size: Number(size), hash: hashBytes, at, state: stateBytes };
  return accessCheckpointText(checkpoint) === text ? checkpoint : undefined;
}
