import type { Domains } from '../../plugin.js';
import type { ReadableSnapshot } from '../../snapshot/index.js';

/** The domains of some topology keys, and which of them a pod on a row can matter to. */
export interface TouchedDomains {
  readonly domains: Domains;
  /** Those whose nodes have the value of the row's node for one of these keys. */
  by(keys: ReadonlySet<string>, row: number): readonly number[];
}

/** With one key, a domain is a value of it. With several, a value of one of them is in many domains. */
export function touchedDomains(snapshot: ReadableSnapshot, keys: ReadonlySet<string>): TouchedDomains {
  const domains = snapshot.topology([...keys]);
  if (keys.size < 2) return { domains, by: (_, row) => [domains.of[row] ?? 0] };
  return {
    domains,
    by: (changed, row) => {
      const columns = [...changed].map((key) => snapshot.topology([key]).of);
      const touched: number[] = [];
      domains.firstRows.forEach((first, domain) => {
        if (columns.some((of) => of[first] === of[row])) touched.push(domain);
      });
      return touched;
    },
  };
}
