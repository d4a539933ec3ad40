import type pg from 'pg';
import { VerificationService, type CheckResult, type Signing } from '#integrity';
import { CALLER, valueOf, type TestServices } from './test-services.js';

/** The cluster whose rows are edited, and what its checkpoints are signed with. */
export interface EditedCluster {
  /** Undefined: all of them. */
  readonly cluster?: string | undefined;
  readonly signing: Signing;
}

/** A filled database that a superuser edits past the triggers, and that is put right again after each edit. */
export class TamperedDatabase {
  private constructor(
    private readonly services: TestServices,
    private readonly client: pg.Client,
    private readonly edited: EditedCluster,
  ) {}

  /** Keeps a copy of every table. `client` is a superuser's, and stays open; `edited` says which cluster will be. */
  static async of(services: TestServices, client: pg.Client, edited: EditedCluster): Promise<TamperedDatabase> {
    await client.query('SET session_replication_role = replica');
    await client.query('CREATE SCHEMA kept');
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND NOT relispartition AND relname <> '_prisma_migrations'`,
    );
    for (const { name } of rows) await client.query(`CREATE TABLE kept.${name} AS TABLE public.${name}`);
    return new TamperedDatabase(services, client, edited);
  }

  /** The same, where another cluster is edited. */
  inCluster(cluster?: string): TamperedDatabase {
    return new TamperedDatabase(this.services, this.client, { ...this.edited, cluster });
  }

  /** What verifying finds after the edit, by check; the edit touches one row at least. */
  async after(...edits: readonly string[]): Promise<Record<string, CheckResult['violations']>> {
    try {
      for (const edit of edits) {
        const { rowCount } = await this.client.query(edit);
        if (rowCount === 0) throw new Error(`nothing was touched by ${edit}`);
      }
      return await this.violations();
    } finally {
      for (const table of new Set(edits.map(tableOf))) await this.#restore(table);
    }
  }

  /** Checks that do not hold, and what they found. */
  async violations(): Promise<Record<string, CheckResult['violations']>> {
    const { checks } = valueOf(
      await new VerificationService(this.services.database, this.edited.signing).verify(
        CALLER,
        this.edited.cluster === undefined ? {} : { cluster: this.edited.cluster },
      ),
    );
    return Object.fromEntries(checks.filter(({ holds }) => !holds).map(({ name, violations }) => [name, violations]));
  }

  async #restore(table: string): Promise<void> {
    await this.client.query(`DELETE FROM public.${table}`);
    await this.client.query(`INSERT INTO public.${table} SELECT * FROM kept.${table}`);
  }
}

/** The table that an edit is about. */
function tableOf(edit: string): string {
  const [, table] = /^(?:UPDATE|DELETE FROM|INSERT INTO) (\w+)/.exec(edit) ?? [];
  if (table === undefined) throw new Error(`an edit of no table: ${edit}`);
  return table;
}
