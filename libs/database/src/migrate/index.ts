export { migrate, type Migrated, type MigrateOptions } from './migrate.js';
export { MigrationError } from './migration-error.js';
export { MIGRATIONS_FOLDER, type Migration } from './migration-folder.js';
export { pendingMigrations } from './pending-migrations.js';
