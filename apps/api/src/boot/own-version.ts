import { readFileSync } from 'node:fs';

/** The version of this program. */
export function ownVersion(): string {
  const file = new URL('../../../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}
