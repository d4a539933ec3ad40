import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { messageOfKind } from './message-table.js';
import { readMessage } from './read-message.js';
import { sound, WireFault } from './wire-fault.js';
import { writeMessage } from './write-message.js';

/** Every body begins with it: `k8s` and a zero. */
const MAGIC: readonly number[] = [0x6b, 0x38, 0x73, 0x00];

/** The version and kind that a body names; empty where it names none. */
export interface NamedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** An object in JSON, or why the bytes are none, in the words of the API server v1.34. */
export type DecodedObject =
  | { readonly object: Record<string, unknown> }
  /** `named` is known where the envelope could be read. */
  | { readonly problem: string; readonly named?: NamedKind };

/**
 * Reads a body of `application/vnd.kubernetes.protobuf`; one that does not name its version or kind is of the asked
 * one. An object of a kind that has no message is read as its version and kind alone.
 */
export function decodeObject(bytes: Uint8Array, asked: NamedKind): DecodedObject {
  if (bytes.length === 0) return { problem: 'empty data' };
  if (MAGIC.some((byte, index) => bytes[index] !== byte))
    return { problem: `provided data does not appear to be a protobuf message, expected prefix [${MAGIC.join(' ')}]` };
  if (bytes.length === MAGIC.length) return { problem: 'empty body' };
  let named: NamedKind | undefined;
  try {
    const { raw, ...given } = sound(() => readEnvelope(bytes.subarray(MAGIC.length)), { name: 'runtime.Unknown' });
    named = { apiVersion: given.apiVersion || asked.apiVersion, kind: given.kind || asked.kind };
    const message = messageOfKind(named);
    const { apiVersion, kind } = given;
    return {
      object: {
        ...(kind !== '' && { kind }),
        ...(apiVersion !== '' && { apiVersion }),
        ...(message && readMessage(raw, message)),
      },
    };
  } catch (error) {
    if (!(error instanceof WireFault)) throw error;
    return { problem: error.message, ...(named && { named }) };
  }
}

/** The body of an object, which is of the asked kind where it names none; undefined for a kind without a message. */
export function encodeObject(object: Readonly<Record<string, unknown>>, asked: NamedKind): Uint8Array | undefined {
  const { apiVersion = '', kind = '' } = object as Partial<NamedKind>;
  const message = messageOfKind({ apiVersion: apiVersion || asked.apiVersion, kind: kind || asked.kind });
  if (message === undefined) return undefined;
  const writer = new BinaryWriter().raw(Uint8Array.from(MAGIC));
  writer.tag(1, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).string(apiVersion);
  writer.tag(2, WireType.LengthDelimited).string(kind);
  writer.join();
  writer.tag(2, WireType.LengthDelimited).bytes(writeMessage(object, message));
  writer.tag(3, WireType.LengthDelimited).string('');
  writer.tag(4, WireType.LengthDelimited).string('');
  return writer.finish();
}

/** runtime.Unknown, and runtime.TypeMeta in it. */
function readEnvelope(bytes: Uint8Array): NamedKind & { readonly raw: Uint8Array } {
  const unknown = new BinaryReader(bytes);
  let named: NamedKind = { apiVersion: '', kind: '' };
  let raw: Uint8Array = new Uint8Array();
  eachField(unknown, (number) => {
    if (number === 1) named = readTypeMeta(unknown.bytes());
    else if (number === 2) raw = unknown.bytes();
    else return false;
    return true;
  });
  return { ...named, raw };
}

function readTypeMeta(bytes: Uint8Array): NamedKind {
  const reader = new BinaryReader(bytes);
  let apiVersion = '';
  let kind = '';
  eachField(reader, (number) => {
    if (number === 1) apiVersion = reader.string();
    else if (number === 2) kind = reader.string();
    else return false;
    return true;
  });
  return { apiVersion, kind };
}

/** Calls for each field that may be text or bytes, and skips those that are not taken. */
function eachField(reader: BinaryReader, take: (number: number) => boolean): void {
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    if (wireType !== WireType.LengthDelimited || !take(number)) reader.skip(wireType, number);
  }
}
