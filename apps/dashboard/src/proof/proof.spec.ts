import { generateKeyPairSync, sign } from 'node:crypto';
import {
  canonicalBytes,
  createMerkleRoot,
  leafHash,
  NOTE_KEY_NAME,
  noteKeyId,
  noteVerifierKey,
  proveInclusion,
  signCheckpoint,
  toHex,
  type InclusionProof,
} from '#ledger';
import { inclusionSteps, type ShownInclusion, type ShownPath } from './inclusion.js';
import { readPublicKey, sha256 } from './public-key.js';
import { verifyLedger } from './verify-ledger.js';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const PEM = publicKey.export({ type: 'spki', format: 'pem' });
const RAW = publicKey.export({ type: 'spki', format: 'der' }).subarray(12);
const SIGNER = {
  name: NOTE_KEY_NAME,
  id: noteKeyId(sha256, NOTE_KEY_NAME, RAW),
  sign: (message: Uint8Array) => sign(null, message, privateKey),
};

function shown({ leafIndex, treeSize, path }: InclusionProof): ShownPath {
  return { leafIndex: String(leafIndex), treeSize: String(treeSize), path: path.map(toHex) };
}

/** The second entry of the third of four revisions. */
function proofOf(entry: object): ShownInclusion {
  const entries = [{ body: 'before' }, entry, { body: 'after' }].map(canonicalBytes);
  const leaves = createMerkleRoot(sha256);
  for (const one of entries) leaves.add(one);
  const revision = { revision: '3', leafRoot: toHex(leaves.root()) };
  const hash = sha256(Uint8Array.of(2, ...canonicalBytes(revision)));
  const history = [Uint8Array.of(1), Uint8Array.of(2), hash, Uint8Array.of(4)];
  const tree = createMerkleRoot(sha256);
  for (const one of history) tree.add(one);
  const leavesOf = (parts: readonly Uint8Array[]): Uint8Array[] => parts.map((one) => leafHash(sha256, one));
  const checkpoint = {
    cluster: '01999999-aaaa-7bbb-8ccc-0123456789ab',
    size: 4,
    root: tree.root(),
    at: '2026-11-21T12:00:00.000Z',
    head: { revision: 4n, position: 12n, hash: sha256(Uint8Array.of(4)) },
    origin: null,
  };
  return {
    entry,
    entryProof: shown(proveInclusion(sha256, leavesOf(entries), 1)),
    revision,
    revisionHash: toHex(hash),
    revisionProof: shown(proveInclusion(sha256, leavesOf(history), 2)),
    checkpoint: { note: signCheckpoint(checkpoint, SIGNER) },
  };
}

const failing = (proof: ShownInclusion, text: string | Buffer = PEM): string[] => {
  const key = readPublicKey(String(text));
  if (key === undefined) throw new Error('no key');
  return inclusionSteps(proof, key)
    .filter(({ holds }) => !holds)
    .map(({ what }) => what);
};

test('a key is read as PEM and as a verifier key, and nothing else is one', () => {
  const note = noteVerifierKey(SIGNER, RAW);
  expect(readPublicKey(note)?.id).toEqual(readPublicKey(String(PEM))?.id);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' });
  for (const text of ['', 'berth+00000000+AAAA', '-----BEGIN x-----\n%%%\n', String(rsa)])
    expect(readPublicKey(text)).toBeUndefined();
});

test('a proof holds step by step, and a change shows in the step that it breaks', () => {
  const proof = proofOf({ body: { pod: 'shop/api' } });
  expect(failing(proof)).toEqual([]);
  expect(failing({ ...proof, entry: { body: { pod: 'shop/other' } } })).toEqual([
    'the entry is hashed into its revision',
  ]);
  expect(failing({ ...proof, revisionHash: '00' })).toEqual(['the revision has the stated hash']);
  expect(failing({ ...proof, revisionProof: { ...proof.revisionProof, leafIndex: '1' } })).toEqual([
    'the revision is in the history of the checkpoint',
  ]);
  const unworded = { ...proof, revision: null };
  expect(failing(unworded)).toEqual([]);
  expect(failing({ ...unworded, revisionHash: '00' })).toEqual(['the revision is in the history of the checkpoint']);
  const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
  expect(failing(proof, other)).toEqual([
    'the key signed the checkpoint',
    'the revision is in the history of the checkpoint',
  ]);
});

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(new TextEncoder().encode(text));
}

test.each([
  ['no key', '', 'this is not an Ed25519 public key'],
  [String(PEM), 'no note', 'note 1 is not a checkpoint that this key signed'],
  [String(PEM), '', 'line 1'],
])('what is brought is judged first: %s, %s', async (key, notes, why) => {
  const read: number[] = [];
  const verdict = await verifyLedger(pieces('{"x":1}\n'), { key, notes }, (bytes) => void read.push(bytes));
  expect(verdict.holds).toBe(false);
  expect(verdict.lines[0]).toContain(why);
});
