import type { Findings } from '../auditors/index.js';
import type { Transaction } from '#database';
import { createMerkleRoot, equalBytes, frontierOf, readCheckpoint, type LogOrigin } from '#ledger';
import { sha256 } from '#requests';
import { readArchiveFile, type ArchiveFolder, type ReadArchiveFile } from '../retention/index.js';
import { readArchiveRows, type ArchiveRow } from './archives.queries.js';

/** What the archives of a cluster are checked with. */
export interface ArchiveCheck {
  readonly clusterId: string;
  readonly origin: LogOrigin | null;
  readonly findings: Findings;
  /** Where the files are; without it they are not looked at. */
  readonly folder: Pick<ArchiveFolder, 'pathOf'> | undefined;
}

/** What the lines at the ends of a ledger say. */
interface LedgerEnds {
  readonly after?: { readonly revision?: unknown; readonly position?: unknown };
  readonly checkpoint?: unknown;
  readonly cluster?: unknown;
  readonly entry?: { readonly at?: unknown };
  readonly changes?: unknown;
  readonly decisions?: unknown;
  readonly traces?: unknown;
}

/**
 * Archives follow each other from the beginning of the log on, each says what its checkpoint does, and its files are
 * there, byte by byte as they were written, and are of what its row says.
 */
export async function verifyArchives(tx: Transaction, check: ArchiveCheck): Promise<void> {
  const { clusterId, origin, findings } = check;
  let end = { revision: origin?.revision ?? 0n, position: origin?.position ?? 0n, at: new Date(0) };
  for (const row of await readArchiveRows(tx, clusterId)) {
    const name = `${row.from_revision}-${row.to_revision}`;
    const fault = (message: string): void => {
      findings.add({ cluster: clusterId, table: 'archives', message: `archive ${name} ${message}` });
    };
    findings.checked++;
    if (BigInt(row.from_revision) !== end.revision + 1n || BigInt(row.from_position) !== end.position + 1n)
      fault(`begins at position ${row.from_position}, and the one before it ends with revision ${end.revision}`);
    if (row.from_at < end.at || row.to_at < row.from_at || row.archived_at < row.to_at)
      fault('has times that do not follow each other');
    if (!isAsSigned(row, check)) fault('is not what its checkpoint says');
    end = { revision: BigInt(row.to_revision), position: BigInt(row.to_position), at: row.to_at };
    for (const message of await fileFaults(row, name, check)) fault(message);
  }
}

function isAsSigned(
  { to_revision, to_position, hash, frontier, checkpoint }: ArchiveRow,
  check: ArchiveCheck,
): boolean {
  const signed = readCheckpoint(checkpoint);
  if (signed?.cluster !== check.clusterId) return false;
  const size = Number(BigInt(to_revision) - (check.origin?.revision ?? 0n));
  const from = frontierOf(frontier, size);
  const { head, root } = signed;
  return (
    head.revision === BigInt(to_revision) &&
    head.position === BigInt(to_position) &&
    equalBytes(head.hash, hash) &&
    signed.size === size &&
    // As many bits as the size has ones are as many subtrees.
    from.subtrees.length === size.toString(2).replaceAll('0', '').length &&
    equalBytes(createMerkleRoot(sha256, { from }).root(), root)
  );
}

async function fileFaults(row: ArchiveRow, name: string, { clusterId, findings, folder }: ArchiveCheck) {
  const files = [
    {
      path: row.ledger_file,
      bytes: row.ledger_bytes,
      sha256: row.ledger_sha256,
      suffix: 'ndjson.gz',
      judge: ledgerFault,
    },
    {
      path: row.traces_file,
      bytes: row.traces_bytes,
      sha256: row.traces_sha256,
      suffix: 'traces.ndjson.gz',
      judge: tracesFault,
    },
  ];
  const faults: string[] = [];
  for (const { path, bytes, sha256: digest, suffix, judge } of files) {
    findings.checked++;
    if (path !== `${clusterId}/${name}.${suffix}`) {
      faults.push(`names ${path} as one of its files`);
      continue;
    }
    if (folder === undefined) {
      findings.notCheckable++;
      continue;
    }
    const file = await readArchiveFile(folder.pathOf({ path }));
    if (file === undefined) faults.push(`has lost its file ${path}`);
    else if (String(file.bytes) !== bytes || file.sha256 !== digest.toString('hex'))
      faults.push(`has another file ${path} than was written: ${file.bytes} bytes, SHA-256 ${file.sha256}`);
    else if (judge(row, file) !== undefined)
      faults.push(`and its file ${path} say different things: ${judge(row, file)}`);
  }
  return faults;
}

function ledgerFault(row: ArchiveRow, { ends }: ReadArchiveFile): string | undefined {
  const [header, first, last] = [...(ends?.first ?? []), ends?.last].map(read);
  if (header?.checkpoint !== row.checkpoint) return 'checkpoint';
  if (header.after?.revision !== String(BigInt(row.from_revision) - 1n)) return 'revisions';
  if (first?.entry?.at !== row.from_at.toISOString()) return 'times';
  return String(last?.changes) === row.changes && String(last?.decisions) === row.decisions ? undefined : 'counts';
}

function tracesFault(row: ArchiveRow, { ends }: ReadArchiveFile): string | undefined {
  return String(read(ends?.last)?.traces) === row.traces ? undefined : 'counts';
}

function read(line: string | undefined): LedgerEnds | undefined {
  try {
    return JSON.parse(line ?? '') as LedgerEnds;
  } catch {
    // A line that is cut off or none says nothing.
    return undefined;
  }
}
