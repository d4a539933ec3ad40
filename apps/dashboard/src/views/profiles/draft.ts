import { dump, load } from 'js-yaml';

export type Draft = Readonly<Record<string, unknown>>;

/**
 * The one profile in a text, YAML or JSON, as a comparison and a what-if take it: an entry of `profiles`; a whole
 * KubeSchedulerConfiguration with one profile is that profile.
 * @throws Error that says where the text is neither, or that it is not one profile
 */
export function draftIn(text: string): Draft {
  const found = load(text);
  const draft = isObject(found) ? entryOf(found) : undefined;
  if (draft === undefined) throw new Error('This is not one profile.');
  return draft;
}

/** The same, or what is wrong with it. */
export function readDraft(text: string): { readonly draft: Draft } | { readonly problem: string } {
  try {
    return { draft: draftIn(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** A profile as text, as it is edited. */
export function draftText(draft: Draft): string {
  return dump(draft, { noRefs: true, lineWidth: 100 });
}

function entryOf(found: Draft): Draft | undefined {
  const { profiles } = found;
  if (!Array.isArray(profiles)) return found;
  const [only, ...others] = profiles as readonly unknown[];
  return isObject(only) && others.length === 0 ? only : undefined;
}

function isObject(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
