import { signCheckpoint, type Checkpoint, type LogOrigin, type LogPlace } from '../checkpoint.js';
import { changeLine, decisionLine, endLine, headerLine, revisionLine } from '../export/index.js';
import { createMerkleRoot } from '../merkle-root.js';
import { genesisHash } from '../revision-hash.js';
import type { NoteSigner } from '../signed-note.js';
import { sha256 } from './sha256.js';
import type { StoredRevision } from './small-chain.js';

const AT = '2026-01-03T00:00:00.000Z';
export const NOWHERE: LogPlace = { revision: 0n, position: 0n, hash: genesisHash };

/** The checkpoint at the end of a chain that starts where its cluster does. */
export function checkpointOf(chain: readonly StoredRevision[], origin: LogOrigin | null = null): Checkpoint {
  const merkle = createMerkleRoot(sha256);
  for (const { sealed } of chain) merkle.add(sealed.hash);
  return {
    cluster: '0198a0c0-0000-7000-8000-000000000001',
    size: chain.length,
    root: merkle.root(),
    at: AT,
    head: placeAfter(chain.at(-1), origin ?? NOWHERE),
    origin,
  };
}

/** Where the log stands after a revision; `before` where there is none. */
export function placeAfter(stored: StoredRevision | undefined, before: LogPlace): LogPlace {
  if (stored === undefined) return before;
  const { revision, firstPosition, count, hash } = stored.sealed;
  return { revision, position: firstPosition + BigInt(count) - 1n, hash };
}

/** The lines of an export of a chain from the revision at index `from` on. */
export function exportLines(
  chain: readonly StoredRevision[],
  {
    signer,
    from = 0,
    origin = null,
  }: { readonly signer: NoteSigner; readonly from?: number; readonly origin?: LogOrigin | null },
): string[] {
  const before = createMerkleRoot(sha256);
  for (const { sealed } of chain.slice(0, from)) before.add(sealed.hash);
  const checkpoint = checkpointOf(chain, origin);
  const shown = chain.slice(from);
  return [
    headerLine({
      cluster: checkpoint.cluster,
      origin,
      after: placeAfter(chain.slice(0, from).at(-1), origin ?? NOWHERE),
      frontier: before.frontier().subtrees,
      checkpoint: signCheckpoint(checkpoint, signer),
    }),
    ...shown.flatMap(({ sealed, changes, decisions }) => [
      revisionLine(sealed),
      ...changes.map((change) => changeLine(sha256, change)),
      ...decisions.map(decisionLineOf),
    ]),
    endLine({
      revisions: shown.length,
      changes: sum(shown, ({ changes }) => changes.length),
      decisions: sum(shown, ({ decisions }) => decisions.length),
    }),
  ];
}

function decisionLineOf(decision: StoredRevision['decisions'][number]): string {
  return decisionLine(sha256, decision);
}

function sum(chain: readonly StoredRevision[], count: (revision: StoredRevision) => number): number {
  return chain.reduce((total, revision) => total + count(revision), 0);
}
