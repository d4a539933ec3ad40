import { DEEPEST_VALUE, MOST_VALUES, shapeOfJson } from '#json';
import { WireFault } from './wire-fault.js';

/** The fields of a message as they come: by number, the last of each. */
export type RawFields = Readonly<Record<string, unknown>>;

/** A message that has a form of its own in JSON, and no object with the fields of the message. */
export interface SpecialForm {
  /** From the fields by their names on the wire, all of which have a value. */
  read(fields: RawFields): unknown;
  /** To those fields; undefined for a message without any. */
  write(value: unknown): RawFields | undefined;
}

const time: SpecialForm = {
  read: ({ seconds }) => (seconds === undefined ? null : timeText(Number(seconds)).replace('.000Z', 'Z')),
  write: (value) => (typeof value === 'string' ? { seconds: Math.floor(secondsOf(value)), nanos: 0 } : undefined),
};

const microTime: SpecialForm = {
  read: ({ seconds, nanos = 0 }) =>
    seconds === undefined
      ? null
      : timeText(Number(seconds)).replace('.000Z', `.${String(Math.floor(Number(nanos) / 1000)).padStart(6, '0')}Z`),
  write: (value) => {
    if (typeof value !== 'string') return undefined;
    const micros = /\.(\d{1,6})/.exec(value)?.[1]?.padEnd(6, '0') ?? '0';
    return { seconds: Math.floor(secondsOf(value)), nanos: Number(micros) * 1000 };
  },
};

const quantity: SpecialForm = {
  read: ({ string = '0' }) => string,
  write: (value) => ({ string: typeof value === 'number' ? String(value) : (value ?? '0') }),
};

const intOrString: SpecialForm = {
  read: ({ type, intVal = 0, strVal = '' }) => (Number(type ?? 0) === 1 ? strVal : intVal),
  write: (value) =>
    typeof value === 'string' ? { type: 1, intVal: 0, strVal: value } : { type: 0, intVal: value ?? 0, strVal: '' },
};

const items: SpecialForm = { read: ({ items: all = [] }) => all, write: (value) => ({ items: value }) };

/** JSON text inside a message. */
function json(field: 'raw' | 'Raw'): SpecialForm {
  return {
    read: (fields) => (typeof fields[field] === 'string' ? parsed(fields[field]) : null),
    write: (value) => (value === null || value === undefined ? undefined : { [field]: JSON.stringify(value) }),
  };
}

/** By the name of the message. */
export const SPECIAL_FORMS: ReadonlyMap<string, SpecialForm> = new Map([
  ['meta.v1.Time', time],
  ['meta.v1.MicroTime', microTime],
  ['meta.v1.FieldsV1', json('Raw')],
  ['meta.v1.Verbs', items],
  ['resource.Quantity', quantity],
  ['intstr.IntOrString', intOrString],
  ['runtime.RawExtension', json('raw')],
  ['authentication.v1.ExtraValue', items],
  ['authorization.v1.ExtraValue', items],
  ['certificates.v1.ExtraValue', items],
]);

/** Bytes that are text in a special form. */
export function isJsonText(message: string): boolean {
  return message === 'meta.v1.FieldsV1' || message === 'runtime.RawExtension';
}

/** As Go's RFC 3339, which has years of four digits. */
function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime()) || !/^\d{4}-/.test(date.toISOString()))
    throw new WireFault('Time.MarshalJSON: year outside of range [0,9999]');
  return date.toISOString();
}

function secondsOf(text: string): number {
  return Date.parse(text) / 1000;
}

function parsed(text: string): unknown {
  const { depth, values } = shapeOfJson(text);
  if (depth > DEEPEST_VALUE || values > MOST_VALUES) throw new WireFault('the JSON in the message holds too much');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WireFault((error as Error).message);
  }
}
