import { isSomeCase } from '#test-cases';
import { sealRevision } from '../revision-hash.js';
import { checkpointOf, exportLines } from '../testing/small-export.js';
import { flip, flipBits, holds } from '../testing/flip-bits.js';
import { noteKeys } from '../testing/note-keys.js';
import { sha256 } from '../testing/sha256.js';
import { leafRootOf, smallChain, type StoredRevision } from '../testing/small-chain.js';
import {
  createLedgerVerifier,
  type LedgerVerdict,
  type LedgerVerification,
  type LedgerVerifier,
} from './verify-ledger.js';

const { signer, verifier: key } = noteKeys();
const REVISIONS = 400;
const chain = smallChain(sha256, REVISIONS);
const lines = exportLines(chain, { signer });

function bytesOf(text: readonly string[]): Uint8Array[] {
  return text.map((line) => Uint8Array.from(Buffer.from(line)));
}

function verifier(kept: LedgerVerification['kept'] = []): LedgerVerifier {
  return createLedgerVerifier({ hash: sha256, key, kept });
}

function verdictOf(text: readonly string[], kept: LedgerVerification['kept'] = []): LedgerVerdict {
  const reading = verifier(kept);
  reading.push(Buffer.from(text.join('')));
  return reading.end();
}

function breakOf(text: readonly string[], kept: LedgerVerification['kept'] = []): string | null {
  const verdict = verdictOf(text, kept);
  if (verdict.holds) return null;
  const { line, revision, position, what } = verdict.found;
  return `${line} ${revision} ${position} ${what}`;
}

test('an export holds, whole and from any revision on, in pieces of any size', () => {
  const counts = { revisions: REVISIONS, changes: 600, decisions: 400 };
  expect(verdictOf(lines)).toMatchObject({
    holds: true,
    counts,
    checkpoint: { size: REVISIONS, head: { revision: 400n, position: 600n } },
  });
  for (const from of [1, 2, 255, 256, 257, 399, 400])
    expect(verdictOf(exportLines(chain, { signer, from }))).toMatchObject({
      holds: true,
      counts: { revisions: 400 - from },
    });
  expect(verdictOf(exportLines([], { signer }))).toMatchObject({
    holds: true,
    counts: { revisions: 0 },
    checkpoint: { size: 0 },
  });
  const whole = Buffer.from(lines.join(''));
  for (const size of [1, 7, 4096]) {
    const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
      whole.subarray(index * size, (index + 1) * size),
    );
    expect(holds(verifier(), pieces)).toBe(true);
  }
});

test('a bit of every byte of 1,000 entries is flipped, one at a time, and found each time', () => {
  const bytes = bytesOf(lines);
  const bitOf = (byte: number): number => (sha256(Buffer.from(String(byte)))[0] ?? 0) & 7;
  const { flips, missed } = flipBits(bytes, verifier(), (byte) => (isSomeCase(byte) ? [bitOf(byte)] : []));
  expect(missed).toEqual([]);
  const { length } = Buffer.from(lines.join(''));
  expect(flips).toBe(Array.from({ length }, (_, byte) => byte).filter(isSomeCase).length);
  // By the definition: mutants that are verified from their first byte.
  const whole = Uint8Array.from(Buffer.concat(bytes));
  for (let byte = 0; byte < whole.length; byte += 9973) {
    flip(whole, byte, bitOf(byte));
    expect(holds(verifier(), [whole])).toBe(false);
    flip(whole, byte, bitOf(byte));
  }
  expect(holds(verifier(), [whole])).toBe(true);
}, 300_000);

test('every line deleted, duplicated or swapped with the next is found', () => {
  const bytes = bytesOf(lines);
  const reading = verifier();
  const missed: string[] = [];
  bytes.forEach((line, index) => {
    const [rest, next] = [bytes.slice(index + 1), bytes[index + 1]];
    if (holds(reading.fork(), rest)) missed.push(`${index} deleted`);
    if (holds(reading.fork(), [line, line, ...rest])) missed.push(`${index} duplicated`);
    if (next !== undefined && holds(reading.fork(), [next, line, ...rest.slice(1)])) missed.push(`${index} swapped`);
    reading.push(line);
  });
  expect(missed).toEqual([]);
  expect(reading.end().holds).toBe(true);
});

test('a tail that is cut at any line is found, with the end line that a forger would write too', () => {
  const reading = verifier();
  const missed: number[] = [];
  const [end = ''] = lines.slice(-1);
  bytesOf(lines.slice(0, -1)).forEach((line, index) => {
    reading.push(line);
    const read = lines.slice(1, index + 1);
    const forged = {
      changes: count(read, '{"body"'),
      decisions: count(read, 'berth.decision/1'),
      revisions: count(read, 'berth.revision/1'),
      type: 'berth.ledger-end/1',
    };
    for (const tail of ['', end, `${JSON.stringify(forged)}\n`]) {
      if (index < lines.length - 2 && holds(reading.fork(), [Buffer.from(tail)])) missed.push(index);
    }
  });
  expect(missed).toEqual([]);
});

function count(text: readonly string[], word: string): number {
  return text.filter((line) => line.includes(word)).length;
}

/** Changes a line as somebody would who knows nothing of hashes. */
function edited(line: number, from: string, to: string): string[] {
  return lines.map((text, index) => (index === line - 1 ? text.replace(from, to) : text));
}

const places: readonly [string, readonly string[], string][] = [
  ['a body edited', edited(9, '"name":"pod-4"', '"name":"pod-5"'), '9 3 4 the body is not what was hashed'],
  [
    'a column of a change edited',
    edited(9, '"op":"create"', '"op":"update"'),
    '9 3 4 the change is not what was hashed',
  ],
  ['a decision edited', edited(12, 'node-1', 'node-3'), '12 3 null the decision is not what was hashed'],
  ['an actor edited', edited(8, '"actor":"ana"', '"actor":"eve"'), '8 3 null the revision is not what was hashed'],
  ['white space', edited(9, '{', '{ '), '9 3 4 is not canonical JSON of its kind'],
  ['a change missing', lines.toSpliced(9, 1), '10 3 6 a change of position 6 where 5 must stand'],
  [
    'a decision missing',
    lines.toSpliced(12, 1),
    '8 3 null the revision holds changes or decisions other than those hashed',
  ],
  ['a revision missing', lines.toSpliced(7, 7), '8 3 null the revision found revision 4 where 3 must stand'],
  ['another end', edited(lines.length, '600', '601'), `${lines.length} 400 null the counts are not those of the lines`],
  [
    'something behind the end',
    [...lines, ...lines.slice(-1)],
    `${lines.length + 1} 400 null something follows the end of the export`,
  ],
  ['the end missing', lines.slice(0, -1), `${lines.length} 400 null the end of the export is missing`],
  ['the last newline missing', [...lines.slice(0, -1), '{"cut":'], `${lines.length} 400 null the last line is cut off`],
];

test.each(places)('%s is found where it is', (_, text, want) => {
  expect(breakOf(text)).toBe(want);
});

test('an export that somebody else signed is found at once', () => {
  expect(breakOf(exportLines(chain, { signer: noteKeys().signer }))).toBe(
    '1 null null the checkpoint is not signed by this key',
  );
});

/** The history with another actor from some revision on, all its hashes made anew. */
function rewritten(from: number, length = REVISIONS): StoredRevision[] {
  const forged: StoredRevision[] = chain.slice(0, from - 1);
  for (const { sealed, changes, decisions } of chain.slice(from - 1, length)) {
    const prevHash = forged.at(-1)?.sealed.hash ?? sealed.prevHash;
    forged.push({
      changes,
      decisions,
      sealed: sealRevision(sha256, {
        ...sealed,
        actor: 'eve',
        leafRoot: leafRootOf(sha256, { changes, decisions }),
        prevHash,
      }),
    });
  }
  return forged;
}

test('a history that was rewritten and signed again holds in itself, and is found by an older checkpoint', () => {
  const kept = [checkpointOf(chain.slice(0, 300))];
  expect(breakOf(lines, kept)).toBeNull();
  expect(breakOf(exportLines(rewritten(200), { signer }))).toBeNull();
  expect(breakOf(exportLines(rewritten(200), { signer }), kept)).toContain(
    'the history up to here is not the one of the checkpoint that was kept at 300',
  );
  expect(breakOf(exportLines(rewritten(301), { signer }), kept)).toBeNull();
});

test('a database that was rolled back is found by a newer checkpoint', () => {
  const kept = [checkpointOf(chain)];
  const want =
    '1 null null the tail is cut off or the history was rolled back: a kept checkpoint says 400 ' +
    'revisions, the export 390';
  expect(breakOf(exportLines(chain.slice(0, 390), { signer }), kept)).toBe(want);
  expect(breakOf(exportLines(rewritten(391, 400), { signer }), kept)).toContain('it was rewritten');
});

test('a checkpoint that cannot be compared is not passed over', () => {
  const range = exportLines(chain, { signer, from: 100 });
  expect(breakOf(range, [checkpointOf(chain.slice(0, 100))])).toBeNull();
  expect(breakOf(range, [checkpointOf(chain.slice(0, 99))])).toContain(
    'the kept checkpoint at 99 is before the export begins',
  );
  expect(breakOf(range, [{ ...checkpointOf(chain), cluster: '0198a0c0-0000-7000-8000-000000000002' }])).toContain(
    'is of another cluster',
  );
});

test('a fork starts where its origin stood, as its checkpoint says', () => {
  const origin = {
    cluster: '0198a0c0-0000-7000-8000-00000000000f',
    revision: 7n,
    position: 9n,
    hash: new Uint8Array(32).fill(9),
  };
  const forked = exportLines(forkOf(origin.revision, origin.position, origin.hash), { signer, origin });
  expect(verdictOf(forked)).toMatchObject({
    holds: true,
    after: { revision: 7n },
    checkpoint: { size: 8, head: { revision: 15n }, origin },
  });
  expect(
    breakOf([(forked[0] ?? '').replace('00000000000f","hash', '00000000000e","hash'), ...forked.slice(1)]),
  ).toContain('the origin is not the one that the checkpoint says');
  expect(verdictOf(exportLines([], { signer, origin }))).toMatchObject({
    holds: true,
    checkpoint: { size: 0, head: { revision: 7n } },
  });
});

function forkOf(revision: bigint, position: bigint, hash: Uint8Array): StoredRevision[] {
  const forked: StoredRevision[] = [];
  for (const { sealed, changes, decisions } of smallChain(sha256, 8)) {
    const moved = changes.map((change) => ({ ...change, position: change.position + position }));
    const leafRoot = leafRootOf(sha256, { changes: moved, decisions });
    const prevHash = forked.at(-1)?.sealed.hash ?? hash;
    forked.push({
      changes: moved,
      decisions,
      sealed: sealRevision(sha256, {
        ...sealed,
        revision: sealed.revision + revision,
        firstPosition: sealed.firstPosition + position,
        leafRoot,
        prevHash,
      }),
    });
  }
  return forked;
}

test('a verifier is forked between lines', () => {
  const reading = verifier();
  reading.push(Buffer.from('{'));
  expect(() => reading.fork()).toThrow('a verifier is forked between lines');
});
