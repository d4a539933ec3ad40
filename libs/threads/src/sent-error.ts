/**
 * An error on its way to another thread. Structured clone keeps neither `code` nor any other field of an error, and it
 * is by these that outages are distinguished from bugs.
 */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Its own fields as far as they are plain data, errors among them. */
  readonly fields: readonly (readonly [name: string, value: SentField])[];
  /** It was thrown on the other side, which still has it under this number. */
  readonly origin: number | undefined;
}

type SentField = { readonly error: SentError } | { readonly value: unknown };

/** Errors within errors, such as causes, are followed so far. */
const DEEPEST = 4;

const ORIGIN = Symbol('origin');

/** The number of an error that came from the other side. */
export function originOf(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && ORIGIN in error ? (error[ORIGIN] as number) : undefined;
}

/** A thrown value, as data. `origin` is the number that the sender keeps it under, if it does. */
export function sentError(thrown: unknown, origin?: number): SentError {
  return describe(thrown, DEEPEST, origin ?? originOf(thrown));
}

/** An error that says what the one on the other side says. */
export function receivedError({ name, message, stack, fields, origin }: SentError): Error {
  const error = new Error(message);
  const own = fields.map(([field, value]) => [field, 'error' in value ? receivedError(value.error) : value.value]);
  Object.assign(error, Object.fromEntries(own));
  define(error, 'name', name);
  define(error, 'stack', stack);
  if (origin !== undefined) Object.defineProperty(error, ORIGIN, { value: origin });
  return error;
}

function describe(thrown: unknown, depth: number, origin?: number): SentError {
  if (!isError(thrown)) {
    return { name: 'Error', message: String(thrown), stack: undefined, fields: [], origin };
  }
  const { name, message, stack } = thrown;
  // An error's cause is no enumerable field of it.
  const names = new Set([...Object.keys(thrown), ...('cause' in thrown ? ['cause'] : [])]);
  const fields: (readonly [string, SentField])[] = [];
  for (const field of names) {
    const value = (thrown as unknown as Readonly<Record<string, unknown>>)[field];
    if (isError(value)) {
      if (depth > 0) fields.push([field, { error: describe(value, depth - 1) }]);
    } else if (isPlain(value)) fields.push([field, { value }]);
  }
  return { name, message, stack, fields, origin };
}

/** Not by its class: what another realm made is an error too. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value && 'stack' in value;
}

function isPlain(value: unknown): boolean {
  if (value === undefined) return false;
  try {
    structuredClone(value);
    return true;
  } catch {
    // Sockets, functions: of no use on the other side.
    return false;
  }
}

/** As errors have them: not among the fields that are listed. */
function define(error: Error, field: 'name' | 'stack', value: string | undefined): void {
  if (value !== undefined) Object.defineProperty(error, field, { value, configurable: true, writable: true });
}
