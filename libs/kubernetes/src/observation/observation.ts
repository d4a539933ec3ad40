import { isJsonObject, ownField } from '#json';
import type { FieldWarning } from '../fields/index.js';
import type { FieldProblem } from '../problems/index.js';
import { locateFault, type Located } from './locate-fault.js';
import { matters } from './placement-fields.js';

/** Which fields of an observed object go where they are wrong: those that placement does not read, or any. */
export type LeftOut = 'immaterial' | 'all';

/** Passes over one object; what is still wrong then is refused. */
const MOST_PASSES = 20;

/** What only a server gives an object. */
const GIVEN = ['uid', 'resourceVersion', 'creationTimestamp'];

/** Whether an object was observed: another server gave it a uid or the like, or it has a status. */
export function isObservation(object: unknown): boolean {
  if (!isJsonObject(object)) return false;
  const { metadata, status } = object;
  const given = GIVEN.map((field) => (isJsonObject(metadata) ? ownField(metadata, field) : undefined));
  const isGiven = given.some((value) => typeof value === 'string' && value !== '');
  return isGiven || (isJsonObject(status) && Object.keys(status).length > 0);
}

/**
 * An object as a dump shows it: its cluster took it, so what is wrong with it came later, as when a dump is redacted. A
 * field that is wrong goes, and is named; the object stays.
 */
export class Observation {
  /** The fields that went. */
  readonly warnings: FieldWarning[] = [];
  #passes = 0;

  constructor(
    private readonly kind: string,
    private readonly leftOut: LeftOut,
  ) {}

  /** Takes what is wrong out of the object; false, and nothing goes, where something of it has to stay. */
  leaveOut(object: object, problems: readonly FieldProblem[]): boolean {
    this.#passes += 1;
    if (problems.length === 0 || this.#passes > MOST_PASSES) return false;
    const faults = problems.map((problem) => ({ problem, located: locateFault(object, problem.field) }));
    if (!faults.every(({ located }) => located.length > 0 && located.every((one) => this.#mayGo(one)))) return false;
    const seen = new Set<string>();
    for (const { problem, located } of faults)
      for (const one of located) {
        const field = fieldOf(one);
        if (!seen.has(field)) this.warnings.push({ field, message: `${problem.message}; ${this.#why(one)}` });
        seen.add(field);
      }
    takeOut(faults.flatMap(({ located }) => located));
    return true;
  }

  #mayGo({ path, value }: Located): boolean {
    return this.leftOut === 'all' ? !isIdentity(path) : !matters(this.kind, path, value);
  }

  #why({ path, value }: Located): string {
    return matters(this.kind, path, value)
      ? 'the field is left out, and placement may differ'
      : 'placement does not read the field, and it is left out';
  }
}

function isIdentity(path: Located['path']): boolean {
  return path[0] === 'metadata' && (path[1] === 'name' || path[1] === 'namespace');
}

function fieldOf({ path }: Located): string {
  return path.reduce<string>((field, part) => {
    if (typeof part === 'number') return `${field}[${part}]`;
    if (/[./]/.test(part)) return `${field}[${part}]`;
    return field === '' ? part : `${field}.${part}`;
  }, '');
}

function takeOut(located: readonly Located[]): void {
  const items = new Map<unknown[], Set<unknown>>();
  for (const { parent, path } of located) {
    const place = path.at(-1);
    if (Array.isArray(parent)) items.set(parent, (items.get(parent) ?? new Set()).add(place));
    else delete (parent as Record<string, unknown>)[String(place)];
  }
  for (const [list, places] of items) list.splice(0, list.length, ...list.filter((_, index) => !places.has(index)));
}
