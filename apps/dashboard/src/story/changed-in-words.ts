import { counted } from '../words/index.js';

/** How many changes there are, and by whom: `2 changes, by ann, bob`. Callers are null for readers of a part. */
export function changedInWords(changes: readonly { readonly actor: string | null }[]): string {
  if (changes.length === 0) return 'no changes';
  const actors = [...new Set(changes.flatMap(({ actor }) => actor ?? []))];
  return [counted(changes.length, 'change'), actors.length > 0 ? `by ${actors.join(', ')}` : '']
    .filter(Boolean)
    .join(', ');
}
