import { isJsonObject, ownField, setField } from '#json';
import type { NamedKind } from './envelope.js';
import { isScalar, messageNamed, messageOfKind, type Message, type MessageField } from './message-table.js';
import { SPECIAL_FORMS } from './special-forms.js';

type JsonFields = Record<string, unknown>;

const ZEROS: ReadonlySet<unknown> = new Set(['', 0, false]);

/** Takes out of an object what Go leaves out where it is zero: false, 0 and empty texts, but for those of pointers. */
export function dropZeros(object: JsonFields, kind: NamedKind): void {
  const message = messageOfKind(kind);
  if (message !== undefined) visit(object, message, dropFrom);
}

/** Adds what Go prints though nothing is said of it: zeros, and structures without anything in them. */
export function printZeros(object: JsonFields, kind: NamedKind): void {
  const message = messageOfKind(kind);
  if (message !== undefined) visit(object, message, printIn);
}

type Visitor = (object: JsonFields, fields: ReadonlyMap<string, MessageField>) => void;

function visit(object: JsonFields, message: Message, visitor: Visitor): void {
  const fields = fieldsOf(message);
  visitor(object, fields);
  for (const key in object) {
    const field = fields.get(key);
    if (field === undefined || isScalar(field.type) || SPECIAL_FORMS.has(field.type)) continue;
    const inside = messageNamed(field.type);
    for (const one of heldBy(ownField(object, key), field)) if (isJsonObject(one)) visit(one, inside, visitor);
  }
}

function heldBy(value: unknown, { holds }: MessageField): readonly unknown[] {
  if (holds === 'list') return Array.isArray(value) ? value : [];
  if (holds === 'map') return isJsonObject(value) ? Object.values(value) : [];
  return [value];
}

function dropFrom(object: JsonFields, fields: ReadonlyMap<string, MessageField>): void {
  for (const key of Object.keys(object)) {
    if (!ZEROS.has(object[key])) continue;
    const field = fields.get(key);
    if (field === undefined || field.isPointer || field.isPrinted || !isScalar(field.type)) continue;
    delete object[key];
  }
}

function printIn(object: JsonFields, fields: ReadonlyMap<string, MessageField>): void {
  for (const { name, type, isPrinted, holds } of fields.values())
    if (isPrinted && holds === 'one' && (ownField(object, name) ?? null) === null) setField(object, name, zeroOf(type));
}

const SCALAR_ZEROS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['string', ''],
  ['bool', false],
  ['int32', 0],
  ['int64', 0],
  ['double', 0],
]);

function zeroOf(type: string): unknown {
  if (isScalar(type)) return SCALAR_ZEROS.get(type) ?? null;
  const special = SPECIAL_FORMS.get(type);
  return special === undefined ? {} : special.read({});
}

const fieldsOfMessages = new WeakMap<Message, ReadonlyMap<string, MessageField>>();

/** The fields of a message by their names in JSON, those of embedded structures in place of these. */
function fieldsOf(message: Message): ReadonlyMap<string, MessageField> {
  const known = fieldsOfMessages.get(message);
  if (known !== undefined) return known;
  const fields = new Map(
    message.fields.flatMap((field) =>
      field.isEmbedded ? [...fieldsOf(messageNamed(field.type))] : [[field.name, field] as const],
    ),
  );
  fieldsOfMessages.set(message, fields);
  return fields;
}
