import { ownField } from '#json';
import { AGE, ageOf, described, NAME, printerColumns } from '../../table/index.js';

interface PrintedQuota {
  readonly status?: {
    readonly hard?: Readonly<Record<string, string>>;
    readonly used?: Readonly<Record<string, string>>;
  };
}

const REQUEST = 'Request represents a minimum amount of cpu/memory that a container may consume.';
const LIMIT =
  'Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.';

/** A quota in a table: used and hard, limits apart from the rest. // as API server v1.34 printResourceQuota */
export const resourceQuotaColumns = printerColumns<PrintedQuota>({
  columns: [NAME, described('Request', REQUEST), described('Limit', LIMIT), AGE],
  cells: ({ metadata, status }, now) => {
    const { hard = {}, used = {} } = status ?? {};
    const texts = Object.entries(hard)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([resource, amount]) => [resource, `${resource}: ${ownField(used, resource) ?? '0'}/${amount}`] as const);
    const joined = (ofLimits: boolean): string =>
      texts
        .filter(([resource]) => resource.startsWith('limits.') === ofLimits)
        .map(([, text]) => text)
        .join(', ');
    return [metadata.name, joined(false), joined(true), ageOf(metadata.creationTimestamp, now)];
  },
});
