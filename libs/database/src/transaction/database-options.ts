import type { StandbyNotice } from '../standby/index.js';
import type { ClockNotice } from './server-clock.js';
import type { DatabaseRole, Transaction } from './transaction.js';

/** How long any one statement may take, in milliseconds; 0: as long as it likes. */
export interface StatementTimeouts {
  /** Of what requests read and write. */
  readonly short: number;
  /** Of heavy work: what goes through a cluster, its log or its decisions, and the service's own chores. */
  readonly heavy: number;
}

/** How a database is reached and how patient its callers are; times in milliseconds. */
export interface DatabaseOptions {
  readonly url: string;
  /** Connections at most, beside those of `paced`. */
  readonly poolSize?: number;
  /** Connections more that are there for `paced`; where none are given, it has those of `slow`. */
  readonly pacedConnections?: number;
  /** How long a caller waits for a free connection. */
  readonly connectTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  readonly statementTimeouts?: StatementTimeouts;
  /** How often connections in use are looked at: a dead one is noticed after 6 to 15 looks. */
  readonly lookMs?: number;
  /** How often the connection that listens for notifications is asked whether it lives. */
  readonly beatMs?: number;
  /** Errors of idle connections, which no caller sees. */
  readonly onIdleError?: (error: Error) => void;
  /** Called when the clock of the database does what it should not. */
  readonly onClock?: (notice: ClockNotice) => void;
  /** A hot standby, which reads of heavy work go to. */
  readonly standbyUrl?: string | undefined;
  /** Called when the standby can be used no longer, or again. */
  readonly onStandby?: (notice: StandbyNotice) => void;
}

/** What a transaction is for, where the default (engine, read and write) is not it. */
export interface TransactionOptions {
  readonly role?: DatabaseRole;
  readonly readOnly?: boolean;
  /** Reads of several statements that must see one state. */
  readonly snapshot?: boolean;
  /** How long it waits for any one lock, where that is not the database's. */
  readonly lockTimeoutMs?: number;
}

/** What a pool is doing. */
export interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

/** What is done in a transaction: `first` with its beginning, `then` with what that came to. */
export interface Work<First, T> extends TransactionOptions {
  readonly first: (tx: Transaction) => Promise<First>;
  readonly then: (tx: Transaction, first: First) => Promise<T>;
}
