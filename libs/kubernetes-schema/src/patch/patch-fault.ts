import { isJsonObject } from '#json';

/** What the API server v1.34 answers to a patch that does not apply. // as interpretStrategicMergePatchError */
export type PatchAnswer =
  /** 400: a directive has a form that it cannot have. */
  | 'malformed'
  /** 422, without the reason. */
  | 'rejected'
  /** 500: the patch and the object do not go together. */
  | 'failed';

/** Why a patch does not apply, in the words of the API server. */
export interface PatchProblem {
  readonly problem: string;
  readonly answer: PatchAnswer;
}

/** Stays inside this folder: a way out of the merge, turned into a value at its door. */
export class PatchFault extends Error {
  constructor(
    message: string,
    readonly answer: PatchAnswer = 'failed',
  ) {
    super(message);
  }
}

export function badArgument(expected: GoType, actual: unknown): PatchFault {
  return new PatchFault(`expected a ${expected}, but received a ${goTypeOf(actual)}`);
}

export function withoutMergeKey(item: unknown, mergeKey: string): PatchFault {
  return new PatchFault(`map: ${goText(item)} does not contain declared merge key: ${mergeKey}`);
}

export function unknownDirective(directive: unknown, item: unknown): PatchFault {
  return new PatchFault(`unknown patch type: ${goText(directive)} in map: ${goText(item)}`);
}

/** How Go names the types that JSON is read into. */
export type GoType =
  'map[string]interface {}' | '[]interface {}' | 'string' | 'bool' | 'int64' | 'float64' | '%!s(<nil>)';

export function goTypeOf(value: unknown): GoType {
  if (Array.isArray(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'int64' : 'float64';
  return '%!s(<nil>)';
}

/** A JSON value as Go prints it with `%v`: the keys of a map in byte order, texts without quotes. */
export function goText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (isJsonObject(value)) {
    const entries = Object.keys(value)
      .sort()
      .map((key) => `${key}:${goText(value[key])}`);
    return `map[${entries.join(' ')}]`;
  }
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return `${value}`;
    default:
      return '<nil>';
  }
}
