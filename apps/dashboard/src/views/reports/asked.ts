import { namesIn } from '../../form/index.js';
import type { Search } from '../../place/index.js';

/** What may be asked of a report beside its name, by the names of the address and of the API. */
export const PARAMETERS = ['by', 'namespace', 'resources', 'from', 'to', 'buckets'] as const;

/** The parameters of a report, as GraphQL takes them; what is not given is null. */
export interface AskedOfReport {
  readonly by: string | null;
  readonly namespace: string | null;
  readonly resources: string[] | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly buckets: number | null;
}

export function askedIn(search: Search): AskedOfReport {
  const { by = null, namespace = null, resources, from = null, to = null, buckets } = search;
  return {
    ...{ by, namespace, from, to },
    resources: resources === undefined ? null : [...namesIn(resources)],
    buckets: buckets === undefined ? null : Number(buckets),
  };
}

/** The same as the part of an address behind the `?`, as REST takes them. */
export function queryOf(asked: AskedOfReport, at: string | undefined): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...asked, at }))
    if (value != null) query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
