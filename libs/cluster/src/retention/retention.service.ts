import type { Caller, Transactions } from '#database';
import { makePartitions } from './partitions.store.js';

/** So many months of history have their partitions before they begin. */
const MONTHS_AHEAD = 2;

/** Keeps room for what is to come. */
export class RetentionService {
  constructor(private readonly database: Transactions) {}

  /** Resolves to the time until which history has room. For the start, and from time to time; several processes may do it at once. */
  makeRoom(caller: Caller): Promise<Date> {
    return this.database.transaction(caller, (tx) => makePartitions(tx, MONTHS_AHEAD));
  }
}
