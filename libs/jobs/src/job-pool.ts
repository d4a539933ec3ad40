import { clientOptions, endWhenSilent } from '#database';
import pg from 'pg';

type Connected = Parameters<pg.Pool['connect']>[0];

/** Jobs are taken and ended by short statements. */
const SILENT_MS = 20_000;

/**
 * The connections of the package, which an outage of the server must not turn into an end of the process, nor a lost
 * answer into a lane that waits for ever. The package stops listening for errors of a pool of its own before it ends
 * it, and gives a connection that fails while it stops back twice.
 */
export class JobPool extends pg.Pool {
  constructor(url: string, max: number, silentMs = SILENT_MS) {
    super({ ...clientOptions(url, 'berth-jobs'), max });
    this.on('error', () => undefined);
    this.on('connect', (client) => {
      client.on('error', () => undefined);
      endWhenSilent(client, silentMs);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (callback === undefined) return super.connect();
    super.connect((error, client, release) => {
      let isReleased = false;
      callback(error, client, (why) => {
        if (isReleased) return;
        isReleased = true;
        // Of a connection that failed before it was given there is none.
        (release as typeof release | undefined)?.(why);
      });
    });
  }
}
