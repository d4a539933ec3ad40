import { BerthClient } from '#client';
import { EXIT, UsageError } from './exit.js';
import { connectionOf, contextsFile, ownKey, readContexts, type Connection, type Named } from './service/index.js';
import type { Terminal } from './terminal/index.js';

/** What a command works with: the terminal, and the service that the command line names. */
export class Berth {
  /** What the process ends with; commands say otherwise where the answer is no. */
  exitCode: number = EXIT.ok;
  /** The options about the service, which all commands share. */
  named: Named = {};
  /** How the command that runs is called. */
  usage: string | undefined;

  constructor(readonly terminal: Terminal) {}

  get environment(): NodeJS.ProcessEnv {
    return this.terminal.environment;
  }

  /** As it was said; with the key of a service whose data folder is here, where none was. */
  get connection(): Connection {
    const { environment } = this;
    const said = connectionOf(this.named, environment, readContexts(contextsFile(environment)));
    return { ...said, key: said.key ?? ownKey(said.url, environment) };
  }

  get client(): BerthClient {
    const { url, key } = this.connection;
    return new BerthClient({ url, key, team: this.environment['BERTH_TEAM'] });
  }

  /** The cluster that is meant. @throws UsageError where none is */
  get cluster(): string {
    const { cluster } = this.connection;
    if (cluster === undefined)
      throw new UsageError('no cluster is named: --cluster NAME, BERTH_CLUSTER, or a context with one');
    return cluster;
  }
}
