interface Amount {
  readonly resource: string;
  readonly value: number;
}

/** What one pod takes of a resource of its node. */
export interface Share {
  readonly namespace: string;
  readonly name: string;
  readonly value: number;
  /** Of what is allocatable, where it begins and how much it is. */
  readonly from: number;
  readonly share: number;
}

/** How pods fill a node, the largest first, each beginning where the one before ends. */
export function sharesOf(
  pods: readonly { readonly namespace: string | null; readonly name: string; readonly requests: readonly Amount[] }[],
  { resource, value: allocatable }: Amount,
): readonly Share[] {
  const taken = pods
    .map(({ namespace, name, requests }) => ({
      namespace: namespace ?? '',
      name,
      value: resource === 'pods' ? 1 : (requests.find((one) => one.resource === resource)?.value ?? 0),
    }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  let from = 0;
  return taken.map((one) => {
    const share = allocatable === 0 ? 0 : one.value / allocatable;
    from += share;
    return { ...one, share, from: from - share };
  });
}
