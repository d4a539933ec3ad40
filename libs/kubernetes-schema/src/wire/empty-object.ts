import { isJsonObject, ownField, setField } from '#json';
import { kubernetesType, typeOfKind, type KubernetesType } from '../fields/index.js';
import type { NamedKind } from './envelope.js';
import { messageOfKind } from './message-table.js';
import { readMessage } from './read-message.js';

/** An object of a kind of which nothing is said: what Go prints of its structure beside apiVersion and kind. */
export function emptyObject(kind: NamedKind): Record<string, unknown> {
  const message = messageOfKind(kind);
  const type = typeOfKind(kind);
  if (message === undefined || type === undefined) return { metadata: {} };
  const object = readMessage(new Uint8Array(), message);
  printNulls(object, type);
  return object;
}

/** Lists, maps and pointers that are always printed are null where they are not there. */
function printNulls(object: Record<string, unknown>, { fields }: KubernetesType): void {
  for (const [name, field] of fields) {
    const value = ownField(object, name);
    const inside = field.type === 'object' ? kubernetesType(field.name) : undefined;
    if (value === undefined && field.required) setField(object, name, null);
    else if (isJsonObject(value) && inside !== undefined) printNulls(value, inside);
  }
}
