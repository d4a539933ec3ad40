import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Decision } from '#audit';
import type { Database } from '#database';
import type { Outcome } from '#requests';
import { resolveMoment } from '#history';
import { CALLER, endPartitions, first, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { ArchiveFolder } from '../retention/archive-folder.js';
import { ArchiveService } from '../retention/archive.service.js';
import { RetentionService, type RetentionOptions } from '../retention/retention.service.js';

/** The first page of a trace, by name. */
export const TRACE_PAGE = { filter: {}, orderBy: 'name', offset: 0, pageSize: 100 } as const;

/** A database and a folder of archives of their own, and what specs of archiving do with them. */
export class ArchivingServices {
  readonly retention: RetentionService;
  readonly archives: ArchiveService;

  private constructor(
    readonly services: TestServices,
    readonly root: string,
  ) {
    this.retention = this.retentionWith();
    this.archives = new ArchiveService(services.database, new ArchiveFolder(root));
  }

  /** The caller drops it. */
  static async create(): Promise<ArchivingServices> {
    return new ArchivingServices(await TestServices.create(), mkdtempSync(join(tmpdir(), 'archives-')));
  }

  async drop(): Promise<void> {
    await this.services.drop();
    rmSync(this.root, { recursive: true });
  }

  retentionWith({
    database = this.services.database,
    ...options
  }: Partial<Pick<RetentionOptions, 'progress' | 'keep' | 'brieflyMs'>> & {
    readonly database?: Database;
  } = {}): RetentionService {
    return new RetentionService(database, {
      folder: new ArchiveFolder(this.root),
      key: this.services.signingKey.verifier,
      checkpointer: this.services.checkpoints.checkpointer,
      ...options,
    });
  }

  /** A month in the life of a cluster: pods come, are bound, and some are evicted for another. */
  async live(cluster: string, round: number): Promise<void> {
    const names = Array.from({ length: 8 }, (_, index) => `r${round}-p${index}`);
    const evicting = { ...scheduleAll(cluster), preemption: 'evict' } as const;
    for (const objects of [
      [node(`n${round}`), ...names.map((name) => pod(name, { cpu: '250m' }))],
      [pod(`r${round}-high`, { cpu: '3800m' }, { priority: 10 })],
    ]) {
      valueOf(await this.services.import(cluster, objects));
      valueOf(await this.services.scheduling.schedule(CALLER, evicting, { wait: true }));
    }
  }

  /** Resolves to the edge at which the partitions written until now end. */
  endMonth(): Promise<Date> {
    return this.services.connected(endPartitions);
  }

  async decisionsOf(cluster: string): Promise<readonly Decision[]> {
    return valueOf(await this.services.decisions.list(CALLER, { cluster }, { filter: {}, pageSize: 500 })).items;
  }

  async traceOf(cluster: string, id: string): Promise<unknown> {
    return valueOf(await this.services.decisions.trace(CALLER, { cluster }, { id, ...TRACE_PAGE }));
  }

  async countOf(table: string): Promise<number> {
    return first(await this.services.rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).n;
  }

  /** The moment that `at` names, or why there is none. */
  past(cluster: string, at: string): Promise<Outcome<unknown>> {
    return this.services.database.transaction(CALLER, (tx) => resolveMoment(tx, cluster, at), {
      readOnly: true,
      snapshot: true,
    });
  }
}
