/** What a comparison takes as a profile that is not kept: an entry of `profiles`; undefined of what is not JSON. */
export function draftOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return isObject(found) ? entryOf(found) : undefined;
  } catch {
    return undefined;
  }
}

/** A whole KubeSchedulerConfiguration with one profile is that profile. */
function entryOf(found: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const { profiles } = found;
  if (!Array.isArray(profiles)) return found;
  const [only, ...others] = profiles as readonly unknown[];
  return isObject(only) && others.length === 0 ? only : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
