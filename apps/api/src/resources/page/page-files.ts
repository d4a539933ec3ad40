import { ownField } from '#json';
import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
/** As they are packed by the build, the better one first. */
const PACKED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** One file of the page, and the forms that it lies there in. */
export interface PageFile {
  readonly path: string;
  readonly type: string;
  /** Its name has a hash of what is in it, so it never is another one. */
  readonly isLasting: boolean;
  readonly encodings: readonly string[];
}

/** The files below a folder by their paths below it; none where the page was not built. */
export function pageFiles(folder: string): ReadonlyMap<string, PageFile> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.split(sep).join('/'));
  const there = new Set(names);
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const type = ownField(TYPES, name.slice(name.lastIndexOf('.') + 1));
    if (type === undefined) continue;
    const encodings = PACKED.filter(([, ending]) => there.has(name + ending)).map(([encoding]) => encoding);
    files.set(name, { path: join(folder, name), type, isLasting: name.startsWith('assets/'), encodings });
  }
  return files;
}

/** Where a file lies in the form that a caller with this `Accept-Encoding` takes, and what the form is called. */
export function formOf(
  { path, encodings }: PageFile,
  accepted: string | undefined,
): { readonly path: string; readonly encoding?: string } {
  const taken = new Set(
    (accepted ?? '')
      .split(',')
      .map((one) => one.split(';').map((part) => part.trim().toLowerCase()))
      .filter(([, weight]) => weight !== 'q=0' && weight !== 'q=0.0')
      .map(([name]) => name),
  );
  for (const [encoding, ending] of PACKED)
    if (taken.has(encoding) && encodings.includes(encoding)) return { path: path + ending, encoding };
  return { path };
}
