export { POSTGRES_ERROR, postgresErrorCode } from './error-codes.js';
export { isConnectionLost, outageKind, outageReason, type OutageKind, type OutageReason } from './outage-reason.js';
export { FEW_ROWS, type CopyTarget, type CopyType, type CopyValue } from './copy/index.js';
export { Database, type Transactions } from './transaction/database.js';
export type {
  ConnectionCounts,
  DatabaseOptions,
  StatementTimeouts,
  TransactionOptions,
} from './transaction/database-options.js';
export type { StandbyNotice } from './standby/index.js';
export type { ClockNotice } from './transaction/server-clock.js';
export { Notifications, type Listener } from './transaction/notifications.js';
export { SharedTransaction } from './transaction/shared-transaction.js';
export type { Statement } from './transaction/statement.js';
export { clientOptions, endWhenSilent } from './connection/index.js';
export { Lease, LEASE_IS_FREE } from './lease.js';
export { heavily, isSystem, ROLES, SYSTEM_ROLE, type Caller, type Need, type Role } from './transaction/caller.js';
export type { DatabaseRole, Transaction, TransactionPrisma } from './transaction/transaction.js';
export { Prisma } from './generated/client.js';
export {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded/index.js';
export {
  migrate,
  MigrationError,
  MIGRATIONS_FOLDER,
  pendingMigrations,
  type Migrated,
  type MigrateOptions,
  type Migration,
} from './migrate/index.js';
export { requireWall } from './row-level-security/index.js';
export { asSmall, coreSemaphore, RowReader, shareCoreSemaphore, TimeSlice } from './long-work/index.js';
