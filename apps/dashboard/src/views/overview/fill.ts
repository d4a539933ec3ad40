interface Amount {
  readonly resource: string;
  readonly value: number;
}

/** How much of a resource there is, and how much of it is taken. */
export interface Fill {
  readonly resource: string;
  readonly allocatable: number;
  readonly requested: number;
  readonly free: number;
  /** null where nothing is allocatable. */
  readonly ratio: number | null;
}

/** The three lists of totals as one, by resource in the order of what is allocatable; what pods ask for in vain too. */
export function fillOf(totals: {
  readonly allocatable: readonly Amount[];
  readonly requested: readonly Amount[];
  readonly free: readonly Amount[];
}): Fill[] {
  const valueIn = (amounts: readonly Amount[], resource: string): number =>
    amounts.find((one) => one.resource === resource)?.value ?? 0;
  const resources = new Set([...totals.allocatable, ...totals.requested].map(({ resource }) => resource));
  return [...resources].map((resource) => {
    const allocatable = valueIn(totals.allocatable, resource);
    const requested = valueIn(totals.requested, resource);
    const free = valueIn(totals.free, resource);
    return { resource, allocatable, requested, free, ratio: allocatable > 0 ? requested / allocatable : null };
  });
}

/** The resource that is the fullest; the number of pods apart, which says nothing about how large they are. */
export function fullestOf(fills: readonly Fill[]): Fill | undefined {
  return fills
    .filter(({ resource, ratio }) => resource !== 'pods' && ratio !== null)
    .reduce<Fill | undefined>((most, one) => ((one.ratio ?? 0) > (most?.ratio ?? -1) ? one : most), undefined);
}
