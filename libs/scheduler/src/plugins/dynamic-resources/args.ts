import { invalid } from '#apimachinery';
import { parseDuration, type FieldReader } from '../../fields/index.js';

/** DynamicResourcesArgs with defaults applied. */
export interface DynamicResourcesArgs {
  /** A Go duration; how long allocation of claims may search on one node. */
  readonly filterTimeout: string;
}

const FILTER_TIMEOUT = '10s';

/** As kube-scheduler v1.34 SetDefaults_DynamicResourcesArgs and ValidateDynamicResourcesArgs. */
export function readDynamicResourcesArgs(reader: FieldReader): DynamicResourcesArgs {
  const filterTimeout = reader.string('filterTimeout') ?? FILTER_TIMEOUT;
  const milliseconds = parseDuration(filterTimeout);
  const path = reader.at('filterTimeout');
  if (milliseconds === undefined) reader.report(invalid(path, filterTimeout, 'must be a duration such as 10s'));
  else if (milliseconds < 0) reader.report(invalid(path, filterTimeout, 'must be zero or positive'));
  return { filterTimeout };
}
