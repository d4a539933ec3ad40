/** What of the view stands behind the `?`: texts by name, so that a link can be read. */
export type Search = Readonly<Record<string, string>>;

/** Parameters that say all by being there: `?kiosk`. */
const SWITCHES: ReadonlySet<string> = new Set(['kiosk']);

export function parseSearch(text: string): Search {
  const given = [...new URLSearchParams(text)].map(
    ([name, value]) => [name, SWITCHES.has(name) && value === '' ? 'on' : value] as const,
  );
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** In the order of their names, so that the same view has one address. */
export function formatSearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)))
    if (typeof value === 'string' && value !== '') parameters.set(name, value);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** With some parameters changed; one that is undefined or empty goes. */
export function changed(search: Search, changes: Readonly<Record<string, string | undefined>>): Search {
  const next: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...search, ...changes }))
    if (value !== undefined && value !== '') next[name] = value;
  return next;
}
