import { UsageError } from '../exit.js';
import type { Context, Contexts } from './contexts.js';

/** What the command line says of the service. */
export interface Named {
  readonly context?: string | undefined;
  readonly url?: string | undefined;
  readonly cluster?: string | undefined;
}

/** Which service is asked, as whom, and about which cluster. */
export interface Connection {
  readonly url: string;
  readonly key: string | undefined;
  readonly cluster: string | undefined;
}

const HERE = 'http://127.0.0.1:3000';

/**
 * The command line comes first, then the environment, then the context: the one that is named, or the current one. A
 * key of a context goes to the service of that context alone, and nothing of the current one is used for another
 * service. @throws UsageError for a context that is not there
 */
export function connectionOf(named: Named, environment: NodeJS.ProcessEnv, kept: Contexts): Connection {
  const { BERTH_URL, BERTH_KEY, BERTH_CLUSTER } = environment;
  const context = contextOf(named, kept);
  const url = named.url ?? (named.context === undefined ? BERTH_URL : undefined) ?? context?.url ?? HERE;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`${JSON.stringify(url)} is not the URL of a service, such as ${HERE}`);
  const own = context !== undefined && url === (context.url ?? HERE);
  const explicit = named.context !== undefined && own;
  return {
    url,
    key: explicit ? (context.key ?? BERTH_KEY) : (BERTH_KEY ?? (own ? context.key : undefined)),
    cluster:
      named.cluster ??
      (explicit ? (context.cluster ?? BERTH_CLUSTER) : (BERTH_CLUSTER ?? (own ? context.cluster : undefined))),
  };
}

function contextOf({ context: name }: Named, { current, contexts }: Contexts): Context | undefined {
  const wanted = name ?? current;
  const found = contexts.find((one) => one.name === wanted);
  if (found === undefined && wanted !== undefined) throw new NoContext(wanted, contexts);
  return found;
}

/** A context that is not there. */
export class NoContext extends UsageError {
  constructor(
    private readonly context: string,
    private readonly contexts: readonly Context[],
  ) {
    super(`there is no context ${context}`);
  }

  /** With the names that were probably meant: what finds them is loaded for this alone. */
  override async inWords(): Promise<string> {
    const { didYouMean } = await import('#apimachinery');
    const near = didYouMean(
      this.context,
      this.contexts.map(({ name }) => name),
    );
    return `${this.message}${near === '' ? '; berth context list lists the contexts' : near}`;
  }
}
