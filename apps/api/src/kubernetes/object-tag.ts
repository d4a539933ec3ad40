/** What the Kubernetes API answers: an object, a list of them, or a Status. */
interface Answer {
  readonly metadata?: { readonly uid?: unknown; readonly resourceVersion?: unknown };
}

/** The header with the entity tag of an object; lists and Statuses have none of their own, a watch has no answer. */
export function objectTag({ metadata = {} }: Answer = {}): Record<string, string> {
  const { uid, resourceVersion } = metadata;
  if (typeof uid !== 'string' || typeof resourceVersion !== 'string') return {};
  return { etag: `"${uid}.${resourceVersion}"` };
}
