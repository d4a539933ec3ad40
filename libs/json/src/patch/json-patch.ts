import { lengthOfJson } from '../bounds.js';
import { isJsonObject } from '../json.js';
import { equalJson } from '../equal-json.js';
import { ownField, setField } from '../own-field.js';

/** The patched document, or why the patch does not apply; then nothing of it was applied. */
export type PatchResult = { readonly value: unknown } | { readonly problem: string };

/** As the API server v1.34, which refuses a longer patch before it looks at it. */
export const MOST_OPERATIONS = 10_000;
/**
 * What all copies of a patch may add up to, in characters of JSON: twenty copies of what was copied before are a
 * million times the first. As JSONPatchMaxCopyBytes of the API server v1.34.
 */
const MOST_COPIED = 3 * 2 ** 20;

/** How a patch is applied where RFC 6902 refuses an operation. */
export interface JsonPatchOptions {
  /**
   * As the API server v1.34 does, which applies patches with evanphx/json-patch 4: a missing value is null; a missing
   * field of an object is null where it is read and is added where it is replaced; an index may be negative, from the
   * end, and have leading zeros; a document is replaced by an object or an array, and not added.
   */
  readonly lenient?: boolean;
}

/**
 * Applies an RFC 6902 JSON patch, all of it or nothing. `operations` may be anything that was JSON. The document is not
 * changed. Our own rather than the package rfc6902 5.4: that one lets `replace /list/x` and `move` beyond a list's end
 * through.
 */
export function jsonPatch(
  document: unknown,
  operations: unknown,
  { lenient = false }: JsonPatchOptions = {},
): PatchResult {
  if (!Array.isArray(operations)) return { problem: 'a JSON patch must be an array of operations' };
  const patched: Patched = { root: copyOf(document), copied: 0, lenient };
  for (const [index, operation] of operations.entries()) {
    try {
      apply(patched, operation);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      return { problem: `operation ${index}: ${error.message}` };
    }
  }
  return { value: patched.root };
}

interface Patched {
  root: unknown;
  copied: number;
  readonly lenient: boolean;
}

/** Stays inside this file: a way out of the operations, turned into a value at the door. */
class PatchError extends Error {}

function apply(patched: Patched, operation: unknown): void {
  if (!isJsonObject(operation)) throw new PatchError('must be an object');
  const path = pointerOf(operation, 'path');
  switch (ownField(operation, 'op')) {
    case 'add':
      return add(patched, path, copyOf(valueOf(patched, operation)));
    case 'remove':
      return remove(patched, path);
    case 'replace':
      return replace(patched, path, copyOf(valueOf(patched, operation)));
    case 'move':
      return move(patched, pointerOf(operation, 'from'), path);
    case 'copy':
      return add(patched, path, copied(patched, read(patched, pointerOf(operation, 'from'))));
    case 'test':
      if (!equalJson(read(patched, path), valueOf(patched, operation)))
        throw new PatchError(`test failed: ${shown(path)} has another value`);
      return;
    default:
      throw new PatchError('op must be one of add, remove, replace, move, copy, test');
  }
}

function add(patched: Patched, path: readonly string[], value: unknown): void {
  const { parent, key } = placeOf(patched, path);
  if (parent === undefined && patched.lenient) throw new PatchError('the whole document cannot be added');
  if (parent === undefined) patched.root = value;
  else if (Array.isArray(parent))
    parent.splice(key === '-' ? parent.length : indexIn(parent.length + 1, key, { path, patched }), 0, value);
  else setField(parent, key, value);
}

function remove(patched: Patched, path: readonly string[]): void {
  const { parent, key } = placeOf(patched, path);
  if (parent === undefined) throw new PatchError('the whole document cannot be removed');
  if (Array.isArray(parent)) parent.splice(indexIn(parent.length, key, { path, patched }), 1);
  else if (Object.hasOwn(parent, key)) delete parent[key];
  else throw new PatchError(`${shown(path)} does not exist`);
}

function replace(patched: Patched, path: readonly string[], value: unknown): void {
  const { parent, key } = placeOf(patched, path);
  if (parent === undefined) patched.root = patched.lenient && !isDocument(value) ? patched.root : value;
  else if (Array.isArray(parent)) parent[indexIn(parent.length, key, { path, patched })] = value;
  else if (patched.lenient || Object.hasOwn(parent, key)) setField(parent, key, value);
  else throw new PatchError(`${shown(path)} does not exist`);
}

/** evanphx/json-patch leaves a document that is replaced by something else as it is. */
function isDocument(value: unknown): boolean {
  return isJsonObject(value) || Array.isArray(value);
}

function move(patched: Patched, from: readonly string[], path: readonly string[]): void {
  if (from.length < path.length && from.every((token, index) => token === path[index])) {
    throw new PatchError(`${shown(from)} cannot be moved into itself`);
  }
  const value = read(patched, from);
  if (from.length === 0) return;
  remove(patched, from);
  add(patched, path, value);
}

function read(patched: Patched, path: readonly string[]): unknown {
  const { parent, key } = placeOf(patched, path);
  if (parent === undefined) return patched.root;
  if (Array.isArray(parent)) return parent[indexIn(parent.length, key, { path, patched })];
  if (!Object.hasOwn(parent, key) && patched.lenient) return null;
  if (!Object.hasOwn(parent, key)) throw new PatchError(`${shown(path)} does not exist`);
  return ownField(parent, key);
}

interface Place {
  readonly parent: Record<string, unknown> | unknown[] | undefined;
  readonly key: string;
}

/** A copy, measured before it is made. */
function copied(patched: Patched, value: unknown): unknown {
  patched.copied += lengthOfJson(value);
  if (patched.copied > MOST_COPIED) throw new PatchError(`copies add up to more than ${MOST_COPIED} characters`);
  return copyOf(value);
}

/** Where a pointer ends: inside what, under which key. The document itself is inside nothing. */
function placeOf(patched: Patched, path: readonly string[]): Place {
  let parent: Place['parent'];
  let value = patched.root;
  for (const [depth, token] of path.entries()) {
    if (!Array.isArray(value) && !isJsonObject(value))
      throw new PatchError(`${shown(path.slice(0, depth))} is no object and no list`);
    parent = value;
    if (depth === path.length - 1) return { parent, key: token };
    const next: unknown = Array.isArray(parent)
      ? parent[indexIn(parent.length, token, { path, patched })]
      : ownField(parent, token);
    if (next === undefined) throw new PatchError(`${shown(path.slice(0, depth + 1))} does not exist`);
    value = next;
  }
  return { parent: undefined, key: '' };
}

/** RFC 6901 array index: digits without leading zeros, below `length`. */
function indexIn(
  length: number,
  token: string,
  { path, patched: { lenient } }: { readonly path: readonly string[]; readonly patched: Patched },
): number {
  const digits = lenient ? /^[+-]?[0-9]+$/ : /^(0|[1-9][0-9]*)$/;
  const given = digits.test(token) ? Number(token) : length;
  const index = given < 0 ? given + length : given;
  if (index < 0 || index >= length) throw new PatchError(`${shown(path)} does not exist`);
  return index;
}

function pointerOf(operation: Record<string, unknown>, field: 'path' | 'from'): string[] {
  const text = ownField(operation, field);
  if (typeof text !== 'string') throw new PatchError(`${field} must be a string`);
  if (text !== '' && !text.startsWith('/')) throw new PatchError(`${field} must be empty or start with /`);
  if (/~(?![01])/.test(text)) throw new PatchError(`${field} has a ~ that is neither ~0 nor ~1`);
  return text
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueOf({ lenient }: Patched, operation: Record<string, unknown>): unknown {
  if (!Object.hasOwn(operation, 'value') && lenient) return null;
  if (!Object.hasOwn(operation, 'value')) throw new PatchError('value is missing');
  return operation['value'];
}

function shown(path: readonly string[]): string {
  return path.length === 0
    ? 'the document'
    : path.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function copyOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value;
}
