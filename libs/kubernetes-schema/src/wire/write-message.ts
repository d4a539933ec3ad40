import { base64Decode, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { isJsonObject } from '#json';
import { isScalar, messageNamed, type Message, type MessageField } from './message-table.js';
import { isJsonText, SPECIAL_FORMS } from './special-forms.js';

const ZEROS: Readonly<Record<string, unknown>> = { string: '', bool: false, int32: 0, int64: 0, double: 0 };

/**
 * The bytes that Go writes of an object: fields by number, keys of maps in order, zeros of all that is no pointer.
 * The object has the types of its kind.
 */
export function writeMessage(object: Record<string, unknown>, message: Message): Uint8Array {
  const writer = new BinaryWriter();
  writeFields(writer, object, message);
  return writer.finish();
}

function writeFields(writer: BinaryWriter, object: Record<string, unknown>, message: Message): void {
  for (const field of message.fields) {
    if (field.isEmbedded) {
      open(writer, field.number);
      writeFields(writer, object, messageNamed(field.type));
      writer.join();
    } else writeField(writer, field, object[field.name] ?? undefined);
  }
}

function writeField(writer: BinaryWriter, field: MessageField, value: unknown): void {
  if (field.holds === 'list') {
    for (const item of Array.isArray(value) ? (value as unknown[]) : []) writeValue(writer, field, item);
  } else if (field.holds === 'map') {
    for (const key of Object.keys(isJsonObject(value) ? value : {}).sort())
      writeEntry(writer, field, [key, (value as Record<string, unknown>)[key]]);
  } else if (value !== undefined) writeValue(writer, field, value);
  else if (!field.isPointer && field.type !== 'bytes') writeValue(writer, field, ZEROS[field.type]);
}

function writeEntry(writer: BinaryWriter, field: MessageField, [key, value]: readonly [string, unknown]): void {
  open(writer, field.number);
  writer.tag(1, WireType.LengthDelimited).string(key);
  writeValue(writer, { ...field, number: 2 }, value);
  writer.join();
}

function writeValue(
  writer: BinaryWriter,
  { number, type }: Pick<MessageField, 'number' | 'type'>,
  value: unknown,
): void {
  if (isScalar(type)) {
    writeScalar(writer, { number, type }, value);
    return;
  }
  const message = messageNamed(type);
  const special = SPECIAL_FORMS.get(type);
  open(writer, number);
  if (special === undefined) writeFields(writer, isJsonObject(value) ? value : {}, message);
  else writeSpecial(writer, message, special.write(value));
  writer.join();
}

function writeSpecial(
  writer: BinaryWriter,
  message: Message,
  fields: Readonly<Record<string, unknown>> | undefined,
): void {
  if (fields === undefined) return;
  for (const field of message.fields)
    writeField(writer, isJsonText(message.name) ? { ...field, type: 'string' } : field, fields[field.name]);
}

function writeScalar(
  writer: BinaryWriter,
  { number, type }: Pick<MessageField, 'number' | 'type'>,
  value: unknown,
): void {
  switch (type) {
    case 'bool':
      writer.tag(number, WireType.Varint).bool(value === true);
      return;
    case 'int32':
      writer.tag(number, WireType.Varint).int32(Number(value));
      return;
    case 'int64':
      writer.tag(number, WireType.Varint).int64(Number(value));
      return;
    case 'double':
      writer.tag(number, WireType.Bit64).double(Number(value));
      return;
    case 'bytes':
      writer.tag(number, WireType.LengthDelimited).bytes(base64Decode(String(value)));
      return;
    default:
      writer.tag(number, WireType.LengthDelimited).string(String(value));
  }
}

function open(writer: BinaryWriter, number: number): void {
  writer.tag(number, WireType.LengthDelimited).fork();
}
