import { createPublicKey, verify } from 'node:crypto';
import type pg from 'pg';
import type { Finding } from '../finding.js';
import { sha256, treeHash } from './canonical.js';
import type { ClusterLog, LogRevision } from './log.js';

const KIND = 'I5: chain, tree or sequence broken';

/** I5, of one log: every hash, in order, with nothing between them missing, up to where the head stands. */
export async function checkChain(client: pg.Client, log: ClusterLog): Promise<Finding[]> {
  const findings: Finding[] = [];
  const broken = ({ revision }: LogRevision, what: string): void => {
    findings.push({ kind: KIND, what: `cluster ${log.id}, revision ${revision}: ${what}` });
  };
  let before: LogRevision | undefined;
  for (const revision of log.revisions) {
    for (const what of faultsOf(revision)) broken(revision, what);
    const hash = before?.hash ?? log.origin?.hash ?? '0'.repeat(64);
    if (revision.prevHash !== hash) broken(revision, 'does not follow the one before it');
    if (before !== undefined && revision.revision !== before.revision + 1)
      broken(revision, `comes after ${before.revision}`);
    const position = before === undefined ? (log.origin?.position ?? 0) + 1 : before.firstPosition + before.count;
    if (revision.firstPosition !== position) broken(revision, `begins at ${revision.firstPosition}, not ${position}`);
    before = revision;
  }
  const { rows } = await client.query<{ revision: string; hash: string }>(
    "SELECT revision::text, encode(hash, 'hex') AS hash FROM cluster_heads WHERE cluster_id = $1",
    [log.id],
  );
  const [head] = rows;
  if (
    before !== undefined &&
    head !== undefined &&
    (head.hash !== before.hash || head.revision !== String(before.revision))
  )
    broken(before, `the head stands at ${head.revision}`);
  return findings;
}

function* faultsOf({ entry, hash, changes, leaves, leafRoot, firstPosition, count }: LogRevision): Iterable<string> {
  if (sha256(Buffer.of(2), entry).toString('hex') !== hash) yield 'its hash is not that of its columns';
  if (treeHash(leaves).toString('hex') !== leafRoot) yield 'its leaves are not those that were hashed';
  if (changes.length !== count) yield `has ${changes.length} changes and says ${count}`;
  if (changes.some(({ position }, index) => position !== firstPosition + index)) yield 'has gaps in its positions';
}

/** I5: every checkpoint is signed, and of this history. */
export async function checkCheckpoints(client: pg.Client, log: ClusterLog, publicKeyPem: string): Promise<Finding[]> {
  const key = createPublicKey(publicKeyPem);
  const { rows } = await client.query<{ size: string; root: Buffer; note: string }>(
    'SELECT size::text, root, note FROM checkpoints WHERE cluster_id = $1 ORDER BY size',
    [log.id],
  );
  const hashes = log.revisions.map(({ hash }) => Buffer.from(hash, 'hex'));
  return rows.flatMap(({ size, root, note }): Finding[] => {
    const end = note.indexOf('\n\n') + 1;
    const signature = Buffer.from(note.slice(end).trim().split(' ').at(-1) ?? '', 'base64').subarray(4);
    const text = note.slice(0, end);
    const faults = [
      ...(verify(null, Buffer.from(text), key, signature) ? [] : ['is not signed by the key']),
      ...(treeHash(hashes.slice(0, Number(size))).equals(root) ? [] : ['is of another history']),
      ...(text.includes(`\n${size}\n${root.toString('base64')}\n`) ? [] : ['has a note that says otherwise']),
    ];
    return faults.map((fault) => ({ kind: KIND, what: `cluster ${log.id}: the checkpoint at ${size} ${fault}` }));
  });
}
