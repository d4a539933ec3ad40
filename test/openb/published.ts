import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/**
 * What the simulator of the paper came to: means of ten seeds in percent of the GPUs, from `analysis_allo_discrete.csv`
 * and `analysis_frag_discrete.csv` of hkust-adsl/kubernetes-scheduler-simulator.
 */
export interface Published {
  readonly list: string;
  readonly policy: string;
  readonly allocatedAt100: number;
  /** The standard deviation of it, over the seeds. */
  readonly deviation: number;
  readonly allocatedAt130: number;
  readonly fragmentedAt100: number;
}

const FILE = new URL('../../../test/openb/published.csv', import.meta.url);

export function readPublished(): readonly Published[] {
  return parse(readFileSync(FILE), {
    columns: true,
    cast: (text, { header, column }) => (header || column === 'list' || column === 'policy' ? text : Number(text)),
  }) as unknown as Published[];
}
