import { AGE, ageOf, described, NAME, printerColumns } from '../../table/index.js';

interface PrintedResourceClaim {
  readonly metadata: { readonly deletionTimestamp?: string };
  readonly status?: { readonly allocation?: object; readonly reservedFor?: readonly object[] };
}

/** A resource claim in a table. */
export const resourceClaimColumns = printerColumns<PrintedResourceClaim>({
  columns: [NAME, described('State', 'A summary of the current state (allocated, pending, reserved, etc.).'), AGE],
  cells: (claim, now) => [claim.metadata.name, stateOf(claim), ageOf(claim.metadata.creationTimestamp, now)],
});

function stateOf({ metadata, status }: PrintedResourceClaim): string {
  const isDeleted = metadata.deletionTimestamp !== undefined;
  const states = isDeleted ? ['deleted'] : [];
  if (status?.allocation === undefined) return [...states, ...(isDeleted ? [] : ['pending'])].join(',');
  const reserved = (status.reservedFor?.length ?? 0) > 0 ? ['reserved'] : [];
  return [...states, 'allocated', ...reserved].join(',');
}
