/** Something that happened, when, and where its evidence is. */
export interface StoryLine {
  readonly at: string;
  readonly what: string;
  /** Path of a view. */
  readonly to?: string;
  /** The revision that it was written with. */
  readonly revision?: string;
}

/** The newest first; what happened at the same time in the order that it was given. */
export function inOrder(lines: readonly StoryLine[]): readonly StoryLine[] {
  return [...lines].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
