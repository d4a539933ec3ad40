import { canonicalBytes, fromHex, leafHash, openCheckpoint, toHex, verifyInclusion, type NoteVerifier } from '#ledger';
import { sha256 } from './public-key.js';

/** A path in a tree, as the API has it: numbers as texts, hashes as hexadecimal. */
export interface ShownPath {
  readonly leafIndex: string;
  readonly treeSize: string;
  readonly path: readonly string[];
}

/** What the API says to prove that an entry is in the history that a checkpoint is of. */
export interface ShownInclusion {
  readonly entry: unknown;
  readonly entryProof: ShownPath | null;
  /** Null for readers who see a part of the cluster and did not write it. */
  readonly revision: Readonly<Record<string, unknown>> | null;
  readonly revisionHash: string;
  readonly revisionProof: ShownPath;
  readonly checkpoint: { readonly note: string };
}

/** One step of a proof, and whether it holds. */
export interface Step {
  readonly what: string;
  readonly holds: boolean;
}

const REVISION_PREFIX = 2;

/** Follows a proof from the entry to the signature, with nothing of it taken for granted but the key. */
export function inclusionSteps(proof: ShownInclusion, key: NoteVerifier): readonly Step[] {
  const checkpoint = openCheckpoint(proof.checkpoint.note, key);
  const hash = proof.revision === null ? fromHex(proof.revisionHash) : hashOf(proof.revision);
  return [
    ...(proof.revision === null ? [] : revisionSteps(proof, proof.revision)),
    { what: 'the key signed the checkpoint', holds: checkpoint !== undefined },
    {
      what: 'the revision is in the history of the checkpoint',
      holds:
        checkpoint !== undefined &&
        hash !== undefined &&
        isIn(proof.revisionProof, leafHash(sha256, hash), checkpoint.root),
    },
  ];
}

/** From the entry to the hash of its revision, whose words the reader knows. */
function revisionSteps(
  { entry, entryProof, revisionHash }: ShownInclusion,
  revision: Readonly<Record<string, unknown>>,
): readonly Step[] {
  const leafRoot = fromHex(String(revision['leafRoot']));
  return [
    ...(entryProof === null
      ? []
      : [
          {
            what: 'the entry is hashed into its revision',
            holds: isIn(entryProof, leafHash(sha256, canonicalBytes(entry)), leafRoot),
          },
        ]),
    { what: 'the revision has the stated hash', holds: toHex(hashOf(revision)) === revisionHash },
  ];
}

function hashOf(revision: object): Uint8Array {
  return sha256(Uint8Array.of(REVISION_PREFIX, ...canonicalBytes(revision)));
}

function isIn({ leafIndex, treeSize, path }: ShownPath, leaf: Uint8Array, root: Uint8Array | undefined): boolean {
  const hashes = path.map(fromHex);
  if (root === undefined || hashes.some((one) => one === undefined)) return false;
  const proof = {
    leafIndex: Number(leafIndex),
    treeSize: Number(treeSize),
    path: hashes.filter((one) => one !== undefined),
  };
  return verifyInclusion(sha256, proof, { leaf, root });
}
