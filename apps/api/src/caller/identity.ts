import type { Authenticator } from '#access';
import { Sessions } from './sessions.js';

/** Who asks, and what stays open on their word: of one process. */
export class Identity {
  readonly sessions: Sessions;

  constructor(readonly authenticator: Authenticator) {
    this.sessions = new Sessions(authenticator);
  }

  start(): void {
    this.authenticator.start();
    this.sessions.start();
  }

  async stop(): Promise<void> {
    this.sessions.stop();
    await this.authenticator.stop();
  }
}
