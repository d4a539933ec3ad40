import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { indexDecisions } from '#audit';
import { CheckpointService, NoteFiles, passingSigningKey } from '#history';
import { SnapshotKeeper } from '#state';
import { CALLER, fillCluster, scheduleAll, TamperedDatabase, TestServices, valueOf } from '#test-services';
import type { Signing } from '../verification/index.js';
import { fillAccess } from './filled-access.js';

/** What verifications are tried on: a cluster that has rows in every table, one that was deleted, and a fork. */
export interface FilledHistory {
  readonly services: TestServices;
  readonly client: pg.Client;
  readonly signing: Signing;
  readonly cluster: string;
  readonly fork: string;
  /** Edits of `cluster` that are undone after what is found of them. */
  readonly tampered: TamperedDatabase;
  /** The same of `fork`. */
  readonly forked: TamperedDatabase;
  readonly drop: () => Promise<void>;
}

/** Small, so that a few hundred decisions are several segments and blocks. */
const INDEX_SHAPE = { block: 16, sizes: [64] as [number], direct: 64 };

/** Fills a database of its own, with `access` the tables of access too; the caller drops it. */
export async function fillHistory({ access = false }: { readonly access?: boolean } = {}): Promise<FilledHistory> {
  const services = await TestServices.create();
  const cluster = await fillCluster(services, 'filled');
  const gone = await fillCluster(services, 'gone');
  valueOf(await services.clusters.delete(CALLER, gone));
  await new SnapshotKeeper(services.database, 60).keep(CALLER);
  const fork = valueOf(await services.forks.fork(CALLER, { cluster, name: 'forked', at: 'revision:6' })).id;
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(fork), { wait: true }));
  for (let more = true; more;)
    ({ more } = await services.database.transaction(CALLER, (tx) => indexDecisions(tx, cluster, INDEX_SHAPE)));
  const client = await services.client();
  const folder = mkdtempSync(join(tmpdir(), 'berth-notes-'));
  const key = passingSigningKey();
  const files = new NoteFiles(folder);
  const signing = { key: key.verifier, files, indexShape: INDEX_SHAPE };
  const checkpoints = new CheckpointService(services.database, { key, files });
  for (const revision of [5n, 8n, undefined]) valueOf(await checkpoints.at(CALLER, cluster, revision));
  if (access) {
    await fillAccess(services, cluster);
    const unsigned = await checkpoints.tidy(CALLER);
    if (unsigned.length > 0) throw new Error(JSON.stringify(unsigned));
  }
  const tampered = await TamperedDatabase.of(services, client, { cluster, signing });
  const drop = async (): Promise<void> => {
    await client.end();
    await services.drop();
    rmSync(folder, { recursive: true });
  };
  return { services, client, signing, cluster, fork, tampered, forked: tampered.inCluster(fork), drop };
}

/** The run of several parts of the cluster that is there, in SQL. */
export const PARTED =
  '(SELECT run_id FROM kept.run_parts WHERE part = 1 AND cluster_id IN (SELECT cluster_id FROM kept.pods))';
/** One of the bound pods of that cluster, in SQL. */
export const BOUND = '(SELECT min(name) FROM kept.pods WHERE bound_at IS NOT NULL)';
