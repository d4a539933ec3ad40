import type { Caller, Database, Transaction } from '#database';
import { readCheckpoint, signerOf, toHex, type Checkpoint } from '#ledger';
import { commit, complete, Draft, lockHead, type Change } from '#writes';
import { hasNote, readLastNotes, readLogSize } from './key-change.queries.js';
import type { NoteFiles } from './note-files.js';
import { findSigningKey, openSigningKey, readSigningKey, SigningKeyError, type SigningKey } from './signing-key.js';

/** The entry by which a log says that another key signs from here on; its name is the id of that key, hexadecimal. */
export const KEY_CHANGE = 'SigningKeyChange';

/** Where the key is to be, and what may be done where it is not the one that signed before. */
export interface KeyPlace {
  readonly path: string;
  /** A key is made where there is none. */
  readonly mayMake: boolean;
  /** The operator of the service confirms that another key is meant. */
  readonly mayChange: boolean;
  /** The notes beside the database. */
  readonly files: NoteFiles;
}

/** The last that was signed of a cluster, and by whom. */
interface LastSigned extends Checkpoint {
  /** Hexadecimal. */
  readonly keyId: string;
}

/**
 * The key that checkpoints are signed with: the one that signed before, in the database and in the notes beside it,
 * unless another one is meant.
 * @throws SigningKeyError, which says what to do
 */
export async function confirmSigningKey(database: Database, caller: Caller, place: KeyPlace): Promise<SigningKey> {
  const { path, mayMake, mayChange, files } = place;
  const key = await findSigningKey(path);
  if (key === undefined && !mayMake) return readSigningKey(path);
  if (mayChange) return key ?? openSigningKey(path);
  return database.transaction(
    caller,
    async (tx) => {
      const signed = await readLastSigned(tx, files);
      if (key === undefined) {
        if (signed.length > 0) throw await lostKey(tx, `${path} is not there`, signed);
        return openSigningKey(path);
      }
      const others = await signedByOthers(tx, signed, key);
      if (others.length > 0) throw await lostKey(tx, `${path} is another one, ${keyIdOf(key)}`, others);
      return key;
    },
    { readOnly: true },
  );
}

/** Every log whose last checkpoint is another key's says that this one signs from here on. Resolves to the clusters. */
export async function recordKeyChange(
  database: Database,
  caller: Caller,
  { key, files }: { readonly key: SigningKey; readonly files: NoteFiles },
): Promise<readonly string[]> {
  const others = await database.transaction(
    caller,
    async (tx) => signedByOthers(tx, await readLastSigned(tx, files), key),
    { readOnly: true },
  );
  const recorded = new Set<string>();
  for (const last of others) {
    const isRecorded = await database.transaction(caller, async (tx) => {
      if ((await readLogSize(tx, last.cluster)) === undefined) return false;
      const head = await lockHead(tx, last.cluster);
      // Another process was first, or the file said the same as the table.
      if ((await signedByOthers(tx, [last], key)).length === 0) return false;
      const draft = new Draft({ head, at: tx.at });
      draft.note(keyChange(key, last));
      await commit(tx, await complete({ tx, draft, database }), { headHeld: true });
      return true;
    });
    if (isRecorded) recorded.add(last.cluster);
  }
  return [...recorded];
}

/** The table and the files may say different things of a cluster: of one that was rolled back they do. */
async function readLastSigned(tx: Transaction, files: NoteFiles): Promise<LastSigned[]> {
  const notes = await readLastNotes(tx);
  for (const cluster of await files.clusters()) notes.push((await files.last(cluster)) ?? '');
  return notes.flatMap((note) => {
    const [checkpoint, signer] = [readCheckpoint(note), signerOf(note)];
    return checkpoint === undefined || signer === undefined ? [] : [{ ...checkpoint, keyId: toHex(signer.id) }];
  });
}

/** What another key signed, where no log says that this one follows it. */
async function signedByOthers(
  tx: Transaction,
  signed: readonly LastSigned[],
  key: SigningKey,
): Promise<readonly LastSigned[]> {
  const name = keyIdOf(key);
  const others: LastSigned[] = [];
  for (const last of signed) {
    const after = last.head.position;
    if (last.keyId !== name && !(await hasNote(tx, last.cluster, { kind: KEY_CHANGE, name, after }))) others.push(last);
  }
  return others;
}

function keyChange(key: SigningKey, last: LastSigned): Change {
  return {
    op: 'note',
    apiVersion: 'berth/v1',
    kind: KEY_CHANGE,
    namespace: '',
    name: keyIdOf(key),
    uid: '',
    body: { key: key.verifierKey, before: { key: last.keyId, size: String(last.size), at: last.at } },
  };
}

async function lostKey(tx: Transaction, what: string, signed: readonly LastSigned[]): Promise<SigningKeyError> {
  const [{ keyId, cluster, at } = { keyId: '', cluster: '', at: '' }] = signed;
  const sentences = [
    `The signing key ${what}, and ${keyId} has signed here (cluster ${cluster}, at ${at}).`,
    'Restore its file from a backup; or, if it is lost, start once with BERTH_NEW_SIGNING_KEY=1: another key signs ' +
      'then, and the log of every cluster says so.',
  ];
  for (const last of signed) {
    const size = (await readLogSize(tx, last.cluster)) ?? 0;
    if (size >= last.size) continue;
    sentences.push(
      `The database is older than the notes beside it, too: of cluster ${last.cluster} ${last.size} revisions were ` +
        `signed at ${last.at}, and ${size} are there.`,
    );
    break;
  }
  return new SigningKeyError(sentences.join('\n'));
}

function keyIdOf({ verifier }: SigningKey): string {
  return toHex(verifier.id);
}
