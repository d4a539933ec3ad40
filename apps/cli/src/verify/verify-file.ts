import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createLedgerVerifier, type LedgerBreak, type LedgerVerdict } from '#ledger';
import { EXIT } from '../exit.js';
import { counted } from '../output/index.js';
import type { Terminal } from '../terminal/index.js';
import { sha256 } from '../sha256.js';
import { readCheckpoints } from './read-checkpoints.js';
import { readPublicKey } from './read-public-key.js';

/** What is verified, and with what. */
export interface FileVerification {
  /** A path, of a file that is compressed where it ends in `.gz`, or `-` for the standard input. */
  readonly file: string;
  /** Path of the public key. */
  readonly key: string;
  /** Paths of checkpoints that were stored elsewhere. */
  readonly checkpoints: readonly string[];
}

/** Verifies an export of a ledger; says what holds, or the first break. Answers the exit code. */
export async function verifyFile(
  { file, key: keyPath, checkpoints }: FileVerification,
  terminal: Terminal,
): Promise<number> {
  const key = await readPublicKey(keyPath);
  const { kept, problem } = await readCheckpoints(checkpoints, key);
  if (problem !== undefined) {
    terminal.complain(`does not hold: ${problem}`);
    return EXIT.no;
  }
  const verifier = createLedgerVerifier({ hash: sha256, key, kept });
  try {
    for await (const chunk of file === '-' ? terminal.input : bytesOf(file)) {
      if (verifier.push(chunk) !== null) break;
    }
  } catch (error) {
    if (!isDamaged(error)) throw error;
    terminal.complain(`does not hold: ${file} is damaged: ${error.message}`);
    return EXIT.no;
  }
  return report(verifier.end(), terminal);
}

/** An archive is compressed: what counts is what is in it. */
function bytesOf(file: string): AsyncIterable<Uint8Array> {
  const bytes = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  // Errors are thrown where the outcome is read.
  return file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
}

/** zlib could not read on. */
function isDamaged(error: unknown): error is Error {
  return String((error as { readonly code?: unknown }).code).startsWith('Z_');
}

const CHUNK_BYTES = 1 << 18;

function report(verdict: LedgerVerdict, terminal: Terminal): number {
  if (!verdict.holds) {
    terminal.complain(`does not hold: ${breakInWords(verdict.found)}`);
    return EXIT.no;
  }
  const {
    counts: { revisions, changes, decisions },
    after,
    checkpoint,
    kept,
  } = verdict;
  const { cluster, head, origin, at, size } = checkpoint;
  const range = revisions === 0 ? 'no revisions' : `revisions ${after.revision + 1n} to ${head.revision}`;
  terminal.print(
    `cluster ${cluster}, ` +
      `${range}${origin === null ? '' : `, forked from ${origin.cluster} at revision ${origin.revision}`}`,
  );
  terminal.print(
    `holds: ${counted(revisions, 'revision')}, ${counted(changes, 'change')} and ${counted(decisions, 'decision')} ` +
      'are what was hashed, in order, with nothing between them missing',
  );
  terminal.print(`holds: they end where the checkpoint at ${size} does, which the key signed at ${at}`);
  if (kept.length > 0)
    terminal.print(
      `holds: ${kept.length === 1 ? 'the checkpoint' : `each of the ${kept.length} checkpoints`} that ` +
        'you kept is of this history',
    );
  return EXIT.ok;
}

function breakInWords({ line, revision, position, what }: LedgerBreak): string {
  const places = [
    `line ${line}`,
    ...(revision === null ? [] : [`revision ${revision}`]),
    ...(position === null ? [] : [`position ${position}`]),
  ];
  return `${places.join(', ')}: ${what}`;
}
