import { BinaryReader, base64Encode, WireType } from '@bufbuild/protobuf/wire';
import { MOST_VALUES, setField } from '#json';
import { isScalar, messageNamed, type Message, type MessageField } from './message-table.js';
import { isJsonText, SPECIAL_FORMS } from './special-forms.js';
import { sound, structName, WireFault } from './wire-fault.js';

const WIRE_TYPES: Readonly<Record<string, WireType>> = {
  bool: WireType.Varint,
  int32: WireType.Varint,
  int64: WireType.Varint,
  double: WireType.Bit64,
};
const ZEROS: Readonly<Record<string, unknown>> = { string: '', bytes: '', bool: false, int32: 0, int64: 0, double: 0 };

/**
 * The JSON that Go prints of a message: without what is zero and omitted then, with the fields of embedded structures
 * in place.
 * @throws WireFault for bytes that are no such message
 */
export function readMessage(bytes: Uint8Array, message: Message): Record<string, unknown> {
  return new MessageReader().message(bytes, message);
}

type JsonFields = Record<string, unknown>;

class MessageReader {
  #values = 0;

  message(bytes: Uint8Array, message: Message): JsonFields {
    const object: JsonFields = {};
    this.#fields(bytes, message, object);
    return object;
  }

  #fields(bytes: Uint8Array, message: Message, object: JsonFields): void {
    const reader = new BinaryReader(bytes);
    const seen = new Set<MessageField>();
    while (reader.pos < reader.len) {
      const [number, wireType] = sound(() => reader.tag(), message);
      const field = message.byNumber.get(number);
      if (field === undefined) sound(() => reader.skip(wireType, number), message);
      else {
        seen.add(field);
        this.#field(reader, wireType, { field, object, message });
      }
    }
    for (const field of message.fields) if (!seen.has(field)) this.#absent(field, object);
  }

  /** What Go prints of a field that did not come. */
  #absent(field: MessageField, object: JsonFields): void {
    if (field.isEmbedded) this.#fields(NO_BYTES, messageNamed(field.type), object);
    else if (field.isPrinted)
      object[field.name] = isScalar(field.type) ? ZEROS[field.type] : this.#inner(NO_BYTES, field);
  }

  #field(
    reader: BinaryReader,
    wireType: WireType,
    {
      field,
      object,
      message,
    }: { readonly field: MessageField; readonly object: JsonFields; readonly message: Message },
  ): void {
    this.#count();
    const expected =
      field.holds === 'map' ? WireType.LengthDelimited : (WIRE_TYPES[field.type] ?? WireType.LengthDelimited);
    const isPacked = field.holds === 'list' && expected !== wireType && wireType === WireType.LengthDelimited;
    if (wireType !== expected && !isPacked)
      throw new WireFault(`proto: wrong wireType = ${wireType} for field ${structField(field)}`);
    if (field.holds === 'map')
      this.#entry(
        sound(() => reader.bytes(), message),
        field,
        object,
      );
    else if (field.isEmbedded)
      this.#fields(
        sound(() => reader.bytes(), message),
        messageNamed(field.type),
        object,
      );
    else if (isPacked) {
      const packed = new BinaryReader(sound(() => reader.bytes(), message));
      while (packed.pos < packed.len) this.#add(object, field, this.#value(packed, field.type, message));
    } else if (field.holds === 'list') this.#add(object, field, this.#value(reader, field.type, message));
    else {
      const value = this.#value(reader, field.type, message);
      const isOmitted = !field.isPointer && !field.isPrinted && (value === ZEROS[field.type] || value === null);
      if (isOmitted) delete object[field.name];
      else object[field.name] = value;
    }
  }

  #add(object: JsonFields, field: MessageField, value: unknown): void {
    this.#count();
    const list = object[field.name];
    if (Array.isArray(list)) list.push(value);
    else object[field.name] = [value];
  }

  #entry(bytes: Uint8Array, field: MessageField, object: JsonFields): void {
    const map = (object[field.name] ??= {}) as JsonFields;
    const entry = { name: 'entry', fields: [], byNumber: new Map() };
    const reader = new BinaryReader(bytes);
    let key = '';
    let value = isScalar(field.type) ? ZEROS[field.type] : undefined;
    while (reader.pos < reader.len) {
      const [number, wireType] = sound(() => reader.tag(), entry);
      if (number === 1) key = sound(() => reader.string(), entry);
      else if (number === 2) value = this.#value(reader, field.type, entry);
      else sound(() => reader.skip(wireType, number), entry);
    }
    setField(map, key, value ?? this.#inner(NO_BYTES, field));
  }

  #value(reader: BinaryReader, type: string, message: Message): unknown {
    if (!isScalar(type))
      return this.#inner(
        sound(() => reader.bytes(), message),
        { type },
      );
    return sound(() => scalarOf(reader, type), message);
  }

  #inner(bytes: Uint8Array, { type }: Pick<MessageField, 'type'>): unknown {
    this.#count();
    const special = SPECIAL_FORMS.get(type);
    const message = messageNamed(type);
    if (special === undefined) return this.message(bytes, message);
    return special.read(this.#plain(bytes, message));
  }

  /** The fields of a special form, with the zeros that came. */
  #plain(bytes: Uint8Array, message: Message): JsonFields {
    const reader = new BinaryReader(bytes);
    const fields: JsonFields = {};
    while (reader.pos < reader.len) {
      const [number, wireType] = sound(() => reader.tag(), message);
      const field = message.byNumber.get(number);
      if (field === undefined) sound(() => reader.skip(wireType, number), message);
      else {
        const type = isJsonText(message.name) ? 'string' : field.type;
        const value = this.#value(reader, type, message);
        if (field.holds === 'list') this.#add(fields, field, value);
        else fields[field.name] = value;
      }
    }
    return fields;
  }

  /** Two bytes can be an object with all that is printed of it: so many bytes must not be so many objects. */
  #count(): void {
    this.#values += 1;
    if (this.#values > MOST_VALUES) throw new WireFault(`the message holds more than ${MOST_VALUES} values`);
  }
}

const NO_BYTES = new Uint8Array();

function scalarOf(reader: BinaryReader, type: string): unknown {
  switch (type) {
    case 'bool':
      return reader.bool();
    case 'int32':
      return reader.int32();
    case 'int64':
      return Number(reader.int64());
    case 'double':
      return reader.double();
    case 'bytes':
      return base64Encode(reader.bytes());
    default:
      return reader.string();
  }
}

/** The field of the struct of Go: metadata is embedded there. */
function structField({ name, type }: MessageField): string {
  return name === 'metadata' ? structName(type) : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
