import { readFileSync } from 'node:fs';

/** Of the package that this is a part of. */
export function version(): string {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
