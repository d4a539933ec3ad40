import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { PluginModule } from '../messages.js';

/** A module that does not exist, or that a digest cannot identify; the message is a clause. */
export class SourceProblem extends Error {
  override readonly name = 'SourceProblem';
}

/**
 * The module of a path: a file, or a folder with a package. A file in the folder of a package is that package's. A
 * package is all files of its folder but those of its dependencies and of folders that begin with a dot; what it
 * depends on is identified by its lock file.
 *
 * @throws SourceProblem
 */
export function findModule(path: string): PluginModule {
  const place = resolve(path);
  if (!existsSync(place)) throw new SourceProblem('there is no such file');
  const isFolder = statSync(place).isDirectory();
  const folder = isFolder ? place : dirname(place);
  const isPackage = isFolder || existsSync(join(folder, 'package.json'));
  const entry = isFolder ? entryOf(folder) : place;
  const files = isPackage ? filesOf(folder) : [entry];
  if (!isPackage && RELATIVE_IMPORT.test(readFileSync(entry, 'utf8')))
    throw new SourceProblem('it imports files beside it: make its folder a package with a package.json');
  return { path, entry, files, digest: digestOf(files) };
}

const RELATIVE_IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)['"]\.{1,2}\//;

function entryOf(folder: string): string {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) throw new SourceProblem('the folder has no package.json');
  const { exports, main } = readManifest(manifest);
  const named = typeof exports === 'string' ? exports : typeof main === 'string' ? main : 'index.js';
  const entry = join(folder, named);
  if (!existsSync(entry)) throw new SourceProblem(`its package.json names ${named}, and there is no such file`);
  return entry;
}

function readManifest(path: string): { readonly exports?: unknown; readonly main?: unknown } {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { readonly exports?: unknown; readonly main?: unknown };
  } catch {
    throw new SourceProblem('its package.json is no JSON');
  }
}

/** So many files are a source at most: more is a mistake in the path. */
const MOST_FILES = 2_000;

function filesOf(folder: string): string[] {
  const files: string[] = [];
  const walk = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
      const path = join(at, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (files.push(path) > MOST_FILES) throw new SourceProblem(`its folder has more than ${MOST_FILES} files`);
    }
  };
  walk(folder);
  return files.sort();
}

/** SHA-256 over files by their places relative to the first one's folder, hexadecimal. */
export function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  const folder = commonFolder(files);
  for (const file of files)
    hash
      .update(`${relative(folder, file)}\0`)
      .update(existsSync(file) ? readFileSync(file) : '')
      .update('\0');
  return hash.digest('hex');
}

/** The folder that all files are in: where a source lies is nothing of the source. */
function commonFolder(files: readonly string[]): string {
  let folder = dirname(files[0] ?? '');
  while (files.some((file) => relative(folder, file).startsWith('..'))) folder = dirname(folder);
  return folder;
}
