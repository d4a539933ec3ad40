/** What is known of why two sides took other nodes. */
export interface Why {
  readonly plugins: readonly { readonly plugin: string; readonly share: number }[];
  readonly a: SideWhy;
  readonly b: SideWhy;
}

interface SideWhy {
  /** Why the node of the other side was not to be had; null where it was, or was not asked. */
  readonly otherNode: { readonly reasons: readonly string[] } | null;
}

/** Each plugin with its share of the points, and the reasons of a side that could not do as the other. */
export function whyText({ plugins, a, b }: Why): string {
  const shares = plugins
    .filter(({ share }) => share !== 0)
    .map(({ plugin, share }) => `${plugin} ${share > 0 ? '+' : ''}${share}`);
  const reasons = [
    { side: 'A', of: a },
    { side: 'B', of: b },
  ].flatMap(({ side, of: { otherNode } }) =>
    otherNode === null ? [] : [`not for ${side}: ${otherNode.reasons.join(', ')}`],
  );
  return [...shares, ...reasons].join('; ') || 'a tie';
}
