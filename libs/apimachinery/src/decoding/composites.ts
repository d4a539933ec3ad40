import { isJsonObject } from '#json';
import { wrongType } from '../problems/index.js';
import { decoder, type Decoder, type FieldType } from './decoder.js';
import { roundedQuantity, text, time } from './scalars.js';

type KnownFields<T> = keyof { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };

/**
 * One decoder for every field that the type names: where `object<T>` names its type, a forgotten field does not
 * compile.
 */
export type FieldDecoders<T> = { readonly [K in KnownFields<T> & keyof T]-?: Decoder<NonNullable<T[K]>> };

/** A list; `mergeKey` as x-kubernetes-patch-merge-key of the API server v1.34 says. */
export function list<T>(item: Decoder<T>, { mergeKey }: { readonly mergeKey?: keyof T & string } = {}): Decoder<T[]> {
  const reads: FieldType = { type: 'list', items: item.reads, ...(mergeKey === undefined ? {} : { mergeKey }) };
  return decoder(reads, (value, path, problems) => {
    if (!Array.isArray(value)) {
      problems.push(wrongType(path, value, 'an array'));
      return value;
    }
    const items: unknown[] = value;
    for (let index = 0; index < items.length; index += 1)
      items[index] = item(items[index], path.index(index), problems);
    return items;
  });
}

/** A map from any key to text; null is the empty text. */
export const textMap: Decoder<Record<string, string>> = map(text, '');

/** Times by any key; null is no time. */
export const timeMap: Decoder<Record<string, string>> = map(time, '');

/** Amounts by resource name. */
export const resourceList: Decoder<Record<string, string | number>> = map(roundedQuantity, '0');

/** An object with these fields; fields that are not among them are left alone. */
export function object<T extends object>(fields: FieldDecoders<T>): Decoder<T> {
  const entries = Object.entries<Decoder<unknown>>(fields);
  const decoders = new Map(entries);
  const types = Object.fromEntries(entries.map(([name, { reads }]) => [name, reads]));
  return decoder({ type: 'object', fields: types }, (value, path, problems) => {
    if (!isJsonObject(value)) {
      problems.push(wrongType(path, value, 'an object'));
      return value;
    }
    for (const key of Object.keys(value)) {
      const decode = decoders.get(key);
      if (decode === undefined) continue;
      const field = value[key];
      if (field === null || field === undefined) delete value[key];
      else value[key] = decode(field, path.child(key), problems);
    }
    return value;
  });
}

function map<T>(entry: Decoder<T>, absent: T): Decoder<Record<string, T>> {
  return decoder({ type: 'map', entries: entry.reads }, (value, path, problems) => {
    if (!isJsonObject(value)) {
      problems.push(wrongType(path, value, 'an object'));
      return value;
    }
    for (const key of Object.keys(value)) {
      const before = value[key];
      const after = before === null ? absent : entry(before, path.key(key), problems);
      if (after !== before) value[key] = after;
    }
    return value;
  });
}
