import { BerthClient } from '#client';
import { EXIT, UsageError } from './exit.js';
import { connectionOf, contextsFile, ownKey, readContexts, type Connection, type Named } from './service/index.js';
import type { Terminal } from './terminal/index.js';
import { version } from './version.js';

/** What a command works with: the terminal, and the service that the command line names. */
export class Berth {
  /** What the process ends with; commands say otherwise where the answer is no. */
  exitCode: number = EXIT.ok;
  /** The options about the service, which all commands share. */
  named: Named = {};
  /** The words of the command that runs: `clusters list`. */
  command = '';
  /** How it is called. */
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

  /** Where the key comes from that the service is called with, for a reader who is refused. */
  get keyInWords(): string {
    const { BERTH_KEY } = this.environment;
    const { key, url } = this.connection;
    if (key === undefined)
      return 'no key is sent: set BERTH_KEY, or store one: berth context set NAME --url URL --key-file FILE';
    if (key === BERTH_KEY) return 'the key is that of BERTH_KEY';
    if (key === ownKey(url, this.environment)) return 'the key is that of admin.key in the data folder';
    return 'the key is that of the context';
  }

  get client(): BerthClient {
    const { url, key } = this.connection;
    const program = [`berth/${version()}`, this.command].filter((part) => part !== '').join(' ');
    return new BerthClient({ url, key, team: this.environment['BERTH_TEAM'], program });
  }

  /** A command line to paste: for the same service and the same cluster, wherever this one has it from. */
  line(command: string, ...words: readonly string[]): string {
    const { context, url } = this.named;
    const { cluster } = this.connection;
    const named = [
      ...(context === undefined ? [] : ['--context', context]),
      ...(url === undefined ? [] : ['--url', url]),
      ...(cluster === undefined ? [] : ['-c', cluster]),
    ];
    const program = this.environment['npm_command'] === 'exec' ? ['npx', 'berth'] : ['berth'];
    return [...program, command, ...[...named, ...words].map(quoted)].join(' ');
  }

  /** The cluster that is meant. @throws UsageError where none is */
  get cluster(): string {
    const { cluster } = this.connection;
    if (cluster === undefined)
      throw new UsageError('no cluster is named: --cluster NAME, BERTH_CLUSTER, or a context with one');
    return cluster;
  }
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
