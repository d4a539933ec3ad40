import { isSystem, type Caller } from '#access';
import { Database } from '#database';
import type { TestApi } from '../test-api.js';

/** How a caller is refused: a status of HTTP, or the code that a WebSocket is closed with. */
export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
}

/** One row of the table of docs/operations.md. */
export interface Limit {
  /** As the table calls it. */
  readonly name: string;
  /** As much as is granted, by the settings of the service that it is tried on. */
  readonly most: number;
  /** What the table says that is, where no setting says it; `most` unless it is given in another unit. */
  readonly shown?: string;
  /** What is answered to a request of that size, or to the last of so many. */
  readonly ask: (api: TestApi, size: number) => Promise<Answer>;
  readonly granted: Answer;
  readonly refused: Answer;
  /** What of a request is work that is not begun when it is refused; all that is done in the caller's name. */
  readonly isWork?: (caller: Caller) => boolean;
  /** It is many requests, of which those within the limit are served: what is beyond it adds no work to theirs. */
  readonly counts?: true;
  /** Nothing is read in the caller's name when it is granted either. */
  readonly isIdle?: true;
  /** How many times as much is far beyond it; 100, as cases of so many requests, unless another limit comes before. */
  readonly times?: number;
}

/** How many transactions are begun in a caller's name by what is done: who they are is found out in the service's. */
export async function begunBy<T>(
  api: TestApi,
  work: () => Promise<T>,
  isWork: (caller: Caller) => boolean = () => true,
): Promise<{ readonly answer: T; readonly begun: number }> {
  const database = api.app.get(Database);
  let begun = 0;
  const counted =
    (begin: (...all: never[]) => unknown, owner: object) =>
    (caller: Caller, ...rest: unknown[]): unknown => {
      if (!isSystem(caller) && isWork(caller)) begun++;
      return Reflect.apply(begin, owner, [caller, ...rest] as never[]);
    };
  const { transactionFrom } = database;
  const lanes = [database.slow, database.paced].map((lane) => ({ lane, transaction: lane.transaction }));
  Object.assign(database, { transactionFrom: counted(transactionFrom, database) });
  for (const { lane, transaction } of lanes) Object.assign(lane, { transaction: counted(transaction, lane) });
  try {
    return { answer: await work(), begun };
  } finally {
    Object.assign(database, { transactionFrom });
    for (const { lane, transaction } of lanes) Object.assign(lane, { transaction });
  }
}
