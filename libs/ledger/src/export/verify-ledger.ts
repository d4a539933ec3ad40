import { openCheckpoint, samePlace, type Checkpoint, type LogPlace } from '../checkpoint.js';
import { equalBytes, type Hash } from '../hash.js';
import { createMerkleRoot, type MerkleRoot } from '../merkle-root.js';
import { genesisHash, type SealedRevision } from '../revision-hash.js';
import type { NoteVerifier } from '../signed-note.js';
import { createChainVerifier, type ChainVerifier } from '../verify-chain.js';
import type { LedgerCounts, LedgerHeader } from './export-lines.js';
import { LineSplitter, LineTooLongError } from './line-splitter.js';
import { LineProblem, readLine, type LedgerLine } from './read-line.js';

/** The first place where an export does not hold. */
export interface LedgerBreak {
  /** From 1. */
  readonly line: number;
  /** The revision that is read there, or would be the next; null before the first. */
  readonly revision: bigint | null;
  /** Of a change; null where it is about something else. */
  readonly position: bigint | null;
  readonly what: string;
}

/** What was found of a whole export. */
export type LedgerVerdict =
  | {
      readonly holds: true;
      readonly counts: LedgerCounts;
      readonly after: LogPlace;
      readonly checkpoint: Checkpoint;
      readonly kept: readonly Checkpoint[];
    }
  | { readonly holds: false; readonly found: LedgerBreak };

/** What an export is verified with. */
export interface LedgerVerification {
  readonly hash: Hash;
  /** The public key that checkpoints are signed with. */
  readonly key: NoteVerifier;
  /** Checkpoints of this cluster that were stored elsewhere: the export must be consistent with each of them. */
  readonly kept?: readonly Checkpoint[];
}

/** Follows an export as it arrives, and holds one line and log2(revisions) hashes, however long it is. */
export interface LedgerVerifier {
  /** Takes the next bytes; the first break so far. After a break nothing more is looked at. */
  push(bytes: Uint8Array): LedgerBreak | null;
  /** What holds, when the last bytes were taken. */
  end(): LedgerVerdict;
  /** Another one that stands where this one stands. @throws Error in the middle of a line */
  fork(): LedgerVerifier;
}

/** A verifier before the first byte of an export. */
export function createLedgerVerifier({ hash, key, kept = [] }: LedgerVerification): LedgerVerifier {
  const keptAt = new Map<number, Checkpoint[]>();
  for (const one of kept) keptAt.set(one.size, [...(keptAt.get(one.size) ?? []), one]);
  return verifierAt(
    { hash, key, kept, keptAt },
    {
      line: 0,
      found: null,
      opened: null,
      open: null,
      revision: null,
      counts: { revisions: 0, changes: 0, decisions: 0 },
      ended: false,
    },
  );
}

interface Means extends Required<LedgerVerification> {
  /** The stored checkpoints by their size. */
  readonly keptAt: ReadonlyMap<number, readonly Checkpoint[]>;
}

/** The tree and the chain, from the header on. */
interface Opened {
  readonly header: LedgerHeader;
  readonly checkpoint: Checkpoint;
  readonly merkle: MerkleRoot;
  readonly chain: ChainVerifier;
}

/** A revision whose entries are being read. */
interface OpenRevision {
  readonly line: number;
  readonly sealed: SealedRevision;
  readonly leaves: MerkleRoot;
  readonly changes: number;
  readonly decisions: number;
}

interface State {
  line: number;
  found: LedgerBreak | null;
  opened: Opened | null;
  open: OpenRevision | null;
  /** The last revision that was read. */
  revision: bigint | null;
  counts: LedgerCounts;
  ended: boolean;
}

function verifierAt(means: Means, state: State): LedgerVerifier {
  const splitter = new LineSplitter();
  return {
    push(bytes) {
      if (state.found !== null) return state.found;
      try {
        for (const line of splitter.add(bytes)) {
          state.line++;
          take(means, state, readLine(means.hash, line));
        }
      } catch (error) {
        if (error instanceof LineTooLongError)
          state.found = { ...breakAt(state, 'is longer than any line of an export'), line: state.line + 1 };
        else if (error instanceof Broken) state.found = error.found;
        else if (error instanceof LineProblem)
          state.found = { ...breakAt(state, error.message), position: error.position ?? expectedPosition(state) };
        else throw error;
      }
      return state.found;
    },
    end() {
      const { found, opened } = state;
      if (found !== null) return { holds: false, found };
      if (splitter.held > 0)
        return { holds: false, found: { ...breakAt(state, 'the last line is cut off'), line: state.line + 1 } };
      if (opened === null || !state.ended)
        return { holds: false, found: { ...breakAt(state, 'the end of the export is missing'), line: state.line + 1 } };
      return {
        holds: true,
        counts: state.counts,
        after: opened.header.after,
        checkpoint: opened.checkpoint,
        kept: means.kept,
      };
    },
    fork() {
      if (splitter.held > 0) throw new Error('a verifier is forked between lines');
      return verifierAt(means, forkState(means.hash, state));
    },
  };
}

function forkState(hash: Hash, state: State): State {
  const { opened, open } = state;
  return {
    ...state,
    opened: opened && {
      ...opened,
      merkle: createMerkleRoot(hash, { from: opened.merkle.frontier() }),
      chain: createChainVerifier({ hash, after: opened.chain.head() }),
    },
    open: open && { ...open, leaves: createMerkleRoot(hash, { from: open.leaves.frontier() }) },
  };
}

/** Ends the reading. */
class Broken extends Error {
  constructor(readonly found: LedgerBreak) {
    super(found.what);
  }
}

function breakAt({ line, revision }: State, what: string): LedgerBreak {
  return { line, revision, position: null, what };
}

/** Of the change that must come next, if one must. */
function expectedPosition({ open }: State): bigint | null {
  return open === null || open.changes === open.sealed.count ? null : open.sealed.firstPosition + BigInt(open.changes);
}

function check(holds: boolean, state: State, what: string): asserts holds {
  if (!holds) throw new Broken(breakAt(state, what));
}

function take(means: Means, state: State, line: LedgerLine): void {
  check(!state.ended, state, 'something follows the end of the export');
  check(
    (line.kind === 'header') === (state.opened === null),
    state,
    line.kind === 'header' ? 'a second header' : 'the header is missing',
  );
  switch (line.kind) {
    case 'header':
      return takeHeader(means, state, line.header);
    case 'revision':
      return takeRevision(means, state, line.revision);
    case 'change':
      return takeChange(state, line);
    case 'decision':
      return takeDecision(state, line.leaf);
    case 'end':
      return takeEnd(means, state, line.counts);
  }
}

function takeHeader(means: Means, state: State, header: LedgerHeader): void {
  const { hash, key, kept } = means;
  const { after, cluster, origin, frontier } = header;
  const checkpoint = openCheckpoint(header.checkpoint, key);
  check(checkpoint !== undefined, state, 'the checkpoint is not signed by this key');
  check(checkpoint.cluster === cluster, state, 'the checkpoint is of another cluster');
  check(sameOrigin(checkpoint, origin), state, 'the origin is not the one that the checkpoint says');
  const start = origin ?? { revision: 0n, position: 0n, hash: genesisHash };
  check(
    checkpoint.head.revision === start.revision + BigInt(checkpoint.size),
    state,
    "the checkpoint's size is not the number of its revisions",
  );
  check(after.revision >= start.revision, state, 'the export begins before the cluster does');
  const before = Number(after.revision - start.revision);
  check(before > 0 || samePlace(after, start), state, 'the export does not begin where the cluster does');
  check(
    frontier.length === [...before.toString(2)].filter((bit) => bit === '1').length,
    state,
    'the tree before the export is not complete',
  );
  for (const one of kept) {
    check(one.cluster === cluster, state, `the kept checkpoint at ${one.size} is of another cluster`);
    check(
      one.size >= before,
      state,
      `the kept checkpoint at ${one.size} is before the export begins, after ${before} revisions: verify it ` +
        'against an export that holds it',
    );
    check(
      one.size <= checkpoint.size,
      state,
      `the tail is cut off or the history was rolled back: a kept checkpoint says ${one.size} revisions, the ` +
        `export ${checkpoint.size}`,
    );
    check(sameOrigin(one, origin), state, `the kept checkpoint at ${one.size} says another origin`);
  }
  const { revision, position, hash: prevHash } = after;
  const merkle = createMerkleRoot(hash, { from: { size: before, subtrees: frontier } });
  state.opened = {
    header,
    checkpoint,
    merkle,
    chain: createChainVerifier({ hash, after: { cluster, revision, nextPosition: position + 1n, hash: prevHash } }),
  };
  compareKept(means, state, merkle);
}

function sameOrigin(checkpoint: Checkpoint, origin: LedgerHeader['origin']): boolean {
  if (checkpoint.origin === null || origin === null) return checkpoint.origin === origin;
  return checkpoint.origin.cluster === origin.cluster && samePlace(checkpoint.origin, origin);
}

function takeRevision(means: Means, state: State, sealed: SealedRevision): void {
  closeRevision(means, state);
  const { opened } = state;
  check(opened !== null, state, 'the header is missing');
  const found = opened.chain.next(sealed);
  if (found !== null)
    throw new Broken({
      line: state.line,
      revision: found.revision,
      position: null,
      what: `the revision ${found.message}`,
    });
  state.revision = sealed.revision;
  check(
    sealed.revision <= opened.checkpoint.head.revision,
    state,
    'the revision is after the end that the checkpoint says',
  );
  state.open = { line: state.line, sealed, leaves: createMerkleRoot(means.hash), changes: 0, decisions: 0 };
}

function takeChange(state: State, { position, leaf }: { readonly position: bigint; readonly leaf: Uint8Array }): void {
  const { open } = state;
  if (open === null) throw new Broken({ ...breakAt(state, 'a change stands before the first revision'), position });
  const expected = open.sealed.firstPosition + BigInt(open.changes);
  const what =
    open.changes === open.sealed.count || open.decisions > 0
      ? "a change that is not the revision's"
      : `a change of position ${position} where ${expected} must stand`;
  if (open.changes === open.sealed.count || open.decisions > 0 || position !== expected)
    throw new Broken({ ...breakAt(state, what), position });
  open.leaves.addLeafHash(leaf);
  state.open = { ...open, changes: open.changes + 1 };
}

function takeDecision(state: State, leaf: Uint8Array): void {
  const { open } = state;
  check(open !== null, state, 'a decision stands before the first revision');
  check(open.changes === open.sealed.count, state, missingChange(open));
  open.leaves.addLeafHash(leaf);
  state.open = { ...open, decisions: open.decisions + 1 };
}

function missingChange({ sealed, changes }: OpenRevision): string {
  return `the change of position ${sealed.firstPosition + BigInt(changes)} is missing`;
}

/** What a revision holds is known when something else follows it. */
function closeRevision(means: Means, state: State): void {
  const { open, opened, counts } = state;
  if (open === null || opened === null) return;
  check(open.changes === open.sealed.count, state, missingChange(open));
  if (!equalBytes(open.leaves.root(), open.sealed.leafRoot)) {
    throw new Broken({
      ...breakAt(state, 'the revision holds changes or decisions other than those hashed'),
      line: open.line,
    });
  }
  opened.merkle.add(open.sealed.hash);
  state.counts = {
    revisions: counts.revisions + 1,
    changes: counts.changes + open.changes,
    decisions: counts.decisions + open.decisions,
  };
  state.open = null;
  compareKept(means, state, opened.merkle);
}

function compareKept({ keptAt }: Means, state: State, merkle: MerkleRoot): void {
  for (const one of keptAt.get(merkle.size()) ?? []) {
    check(
      equalBytes(merkle.root(), one.root),
      state,
      `the history up to here is not the one of the checkpoint that was kept at ${one.size}, of ` +
        `${one.at}: it was rewritten`,
    );
  }
}

function takeEnd(means: Means, state: State, counts: LedgerCounts): void {
  closeRevision(means, state);
  const { opened } = state;
  check(opened !== null, state, 'the header is missing');
  const { merkle, checkpoint, chain } = opened;
  const head = chain.head();
  check(
    merkle.size() === checkpoint.size,
    state,
    `the tail is cut off: revision ${head.revision} is the last, and the checkpoint is at ${checkpoint.head.revision}`,
  );
  check(equalBytes(merkle.root(), checkpoint.root), state, 'the revisions are not those of the checkpoint');
  check(
    samePlace(checkpoint.head, { revision: head.revision, position: head.nextPosition - 1n, hash: head.hash }),
    state,
    "the checkpoint's head is another one",
  );
  check(
    counts.revisions === state.counts.revisions &&
      counts.changes === state.counts.changes &&
      counts.decisions === state.counts.decisions,
    state,
    'the counts are not those of the lines',
  );
  state.ended = true;
}
