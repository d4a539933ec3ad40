interface Set {
  readonly plugins: readonly string[];
  readonly nodes: number;
  readonly feasible?: boolean;
}

/** What one filter takes of the nodes, and how many are left behind it. */
export interface Fall {
  /** Null of nodes that were excluded before filtering. */
  readonly plugin: string | null;
  readonly taken: number;
  readonly left: number;
}

/**
 * From all nodes to those that fit, in the order of the filters: a node is taken by the first filter at which it fails,
 * as in kube-scheduler, which asks no other one then.
 */
export function waterfallOf(evaluated: number, sets: readonly Set[], filters: readonly string[]): readonly Fall[] {
  const order = new Map(filters.map((name, index) => [name, index]));
  const place = (plugin: string): number => order.get(plugin) ?? filters.length;
  const taken = new Map<string | null, number>();
  for (const { plugins, nodes } of sets.filter(({ feasible }) => feasible !== true)) {
    const first = plugins.toSorted((a, b) => place(a) - place(b))[0] ?? null;
    taken.set(first, (taken.get(first) ?? 0) + nodes);
  }
  let left = evaluated;
  return [...taken]
    .sort(([a], [b]) => (a === null ? -1 : place(a)) - (b === null ? -1 : place(b)))
    .map(([plugin, nodes]) => ({ plugin, taken: nodes, left: (left -= nodes) }));
}

/** The names of the filters of a profile, in their order, as its configuration has them. */
export function filtersOf(config: unknown): readonly string[] {
  return (config as Partial<ProfileConfig> | null)?.effective?.plugins.filter ?? [];
}

interface ProfileConfig {
  readonly effective: { readonly plugins: { readonly filter?: readonly string[] } };
}

/** How many of the evaluated nodes each filter leaves by itself, those that leave fewest first. */
export function leftByEach(evaluated: number, sets: readonly Set[]): readonly { plugin: string; left: number }[] {
  const failed = new Map<string, number>();
  for (const { plugins, nodes } of sets)
    for (const plugin of plugins) failed.set(plugin, (failed.get(plugin) ?? 0) + nodes);
  return [...failed]
    .map(([plugin, nodes]) => ({ plugin, left: evaluated - nodes }))
    .sort((a, b) => a.left - b.left || (a.plugin < b.plugin ? -1 : 1));
}
