/** A place in a JSON value that canonical bytes or PostgreSQL could not give back as it was. */
export interface Inexact {
  /** RFC 6901; '' is the whole value. */
  readonly pointer: string;
  readonly message: string;
}

/**
 * Deeper than any Kubernetes object, and shallow enough that the recursion here and in the canonical
 * form cannot exhaust the stack.
 */
export const maxDepth = 1_000;

/**
 * Every place of a value that cannot be stored exactly, in document order: NUL and lone surrogates (in keys too),
 * integers beyond 2^53 - 1, non-finite numbers, undefined, and all that is not JSON. Something nested deeper than
 * `maxDepth`, a cycle for one, ends the walk. Empty when the value is exact.
 */
export function findInexact(value: unknown): readonly Inexact[] {
  const walk: Walk = { places: [], path: [] };
  visit(value, walk);
  return walk.places;
}

interface Walk {
  readonly places: Inexact[];
  /** Keys down to the value being looked at; made into a pointer only when there is something to report. */
  readonly path: (string | number)[];
}

/** False when the walk ended early. */
function visit(value: unknown, walk: Walk): boolean {
  if (typeof value !== 'object' || value === null) {
    report(walk, scalarProblem(value));
    return true;
  }
  if (walk.path.length >= maxDepth) {
    report(walk, `is nested deeper than ${maxDepth} levels`);
    return false;
  }
  if (Array.isArray(value)) return visitItems(value, walk);
  if (isPlain(value)) return visitMembers(value, walk);
  report(walk, 'is not a JSON value');
  return true;
}

function visitItems(items: readonly unknown[], walk: Walk): boolean {
  for (let index = 0; index < items.length; index++) {
    walk.path.push(index);
    if (!visit(items[index], walk)) return false;
    walk.path.pop();
  }
  return true;
}

function visitMembers(members: object, walk: Walk): boolean {
  for (const [key, member] of Object.entries(members)) {
    walk.path.push(key);
    const keyProblem = textProblem(key);
    if (keyProblem !== null) report(walk, `has a key that ${keyProblem}`);
    if (!visit(member, walk)) return false;
    walk.path.pop();
  }
  return true;
}

/**
 * Members alone: no class, and nothing that JSON would ask for another value. Plain objects of
 * another realm are plain too.
 */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // The prototype of another realm's plain object is an Object.prototype, which has none itself.
  if (prototype !== Object.prototype && prototype !== null && Object.getPrototypeOf(prototype) !== null) return false;
  return typeof (value as { readonly toJSON?: unknown }).toJSON !== 'function';
}

function scalarProblem(value: unknown): string | null {
  if (typeof value === 'string') return textProblem(value);
  if (typeof value === 'number') return numberProblem(value);
  if (value === undefined) return 'is undefined';
  return value === null || typeof value === 'boolean' ? null : 'is not a JSON value';
}

function textProblem(text: string): string | null {
  if (text.includes('\0')) return 'contains NUL';
  return /\p{Surrogate}/u.test(text) ? 'contains a lone surrogate' : null;
}

function numberProblem(value: number): string | null {
  if (!Number.isFinite(value)) return 'is not a finite number';
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? 'is an integer beyond 2^53 - 1' : null;
}

function report(walk: Walk, message: string | null): void {
  if (message === null) return;
  const pointer = walk.path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  walk.places.push({ pointer, message });
}
