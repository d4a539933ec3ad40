import { invalid } from '#kubernetes';
import type { FieldReader } from '../../configuration/index.js';

/** DynamicResourcesArgs with defaults applied. */
export interface DynamicResourcesArgs {
  /** A Go duration; how long allocation of claims may search on one node. */
  readonly filterTimeout: string;
}

const FILTER_TIMEOUT = '10s';
const DURATION = /^[-+]?(0|(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))*)$/;

/** As kube-scheduler v1.34 SetDefaults_DynamicResourcesArgs and ValidateDynamicResourcesArgs. */
export function readDynamicResourcesArgs(reader: FieldReader): DynamicResourcesArgs {
  const filterTimeout = reader.string('filterTimeout') ?? FILTER_TIMEOUT;
  const path = reader.at('filterTimeout');
  if (!DURATION.test(filterTimeout)) reader.report(invalid(path, filterTimeout, 'must be a duration such as 10s'));
  else if (filterTimeout.startsWith('-') && /[1-9]/.test(filterTimeout)) reader.report(invalid(path, filterTimeout, 'must be zero or positive'));
  return { filterTimeout };
}
