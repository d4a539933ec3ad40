import { PluginFailure } from '../../attempt/index.js';
import { NO_DOMAIN, type Domains } from '../../plugin.js';

/**
 * A column by row as one value for every domain. A plugin that said that an answer is the same throughout a domain and
 * answers otherwise is wrong, and so would be an executor that asks once for the domain: the attempt fails.
 */
export function factor<Values extends Uint32Array | Float64Array>(
  plugin: string,
  { of, firstRows }: Domains,
  byRow: Values,
): Values {
  const values = byRow.slice(0, firstRows.length) as Values;
  firstRows.forEach((row, domain) => (values[domain] = byRow[row] ?? 0));
  of.forEach((domain, row) => {
    if (domain !== NO_DOMAIN && byRow[row] !== values[domain])
      throw new PluginFailure(`plugin ${JSON.stringify(plugin)} answers differently within a domain`);
  });
  return values;
}
