import type { ClientBase } from 'pg';
import { MigrationError } from './migration-error.js';
import { matchesChecksum, MIGRATIONS_FOLDER, readMigrations, type Migration } from './migration-folder.js';
import { readRecords, type MigrationRecord } from './migration-records.js';

/**
 * The migrations that the database still lacks, in order; empty when it is as this Berth needs it.
 * @throws MigrationError when one failed, was edited since it was applied, or is unknown here
 */
export async function pendingMigrations(
  client: ClientBase,
  folder: string = MIGRATIONS_FOLDER,
): Promise<readonly Migration[]> {
  const records = (await readRecords(client)) ?? [];
  const migrations = readMigrations(folder);
  refuseFailed(records);
  refuseUnknown(records, migrations);
  refuseEdited(records, migrations);
  const applied = new Set(records.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

function refuseFailed(records: readonly MigrationRecord[]): void {
  const failed = records.find(({ finished }) => !finished);
  if (failed !== undefined) {
    throw new MigrationError(
      `migration ${failed.name} failed earlier and blocks all others ` +
        `(${failed.logs?.trim() ?? 'interrupted'}): repair what it met, then run \`npx prisma migrate resolve ` +
        `--rolled-back ${failed.name}\` to have it tried again`,
    );
  }
}

function refuseUnknown(records: readonly MigrationRecord[], migrations: readonly Migration[]): void {
  const unknown = records
    .filter((record) => !migrations.some(({ name }) => name === record.name))
    .map(({ name }) => name);
  if (unknown.length > 0) {
    throw new MigrationError(
      `the database has migrations that this Berth does not know (${unknown.join(', ')}): a newer Berth made them, ` +
        'so run that version or newer',
    );
  }
}

function refuseEdited(records: readonly MigrationRecord[], migrations: readonly Migration[]): void {
  const edited = migrations.filter((migration) =>
    records.some(({ name, checksum }) => name === migration.name && !matchesChecksum(migration, checksum)),
  );
  if (edited.length > 0) {
    throw new MigrationError(
      `migrations were edited after they were applied (${edited.map(({ name }) => name).join(', ')}): put back ` +
        'their text and make the change in a new migration',
    );
  }
}
