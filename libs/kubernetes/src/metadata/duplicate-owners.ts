import { isJsonObject } from '#json';
import { sameValue } from '#apimachinery';

/** The metadata with each owner once, and the uids of those that were there more than once. */
export interface DistinctOwners {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly duplicates: readonly string[];
}

/** Takes owners out of metadata that are there already. // as API server v1.34 dedupOwnerReferences */
export function withDistinctOwners(metadata: Readonly<Record<string, unknown>>): DistinctOwners {
  const { ownerReferences: given } = metadata;
  if (!Array.isArray(given) || given.length < 2) return { metadata, duplicates: [] };
  const owners: unknown[] = [];
  const duplicates: string[] = [];
  for (const owner of given as unknown[]) {
    if (!owners.some((one) => sameValue(one, owner))) owners.push(owner);
    else if (isJsonObject(owner) && typeof owner['uid'] === 'string') duplicates.push(owner['uid']);
  }
  if (owners.length === given.length) return { metadata, duplicates };
  return { metadata: { ...metadata, ownerReferences: owners }, duplicates };
}

/** What the API server says of them: of an object that is sent, and of what a patch makes of one. */
export function duplicateOwnersWarning(duplicates: readonly string[], of: 'object' | 'patch'): string {
  const when = of === 'patch' ? ' after mutating admission happens' : '';
  return (
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and ` +
    'may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ' +
    duplicates.join(', ')
  );
}
