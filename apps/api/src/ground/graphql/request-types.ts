import { ownField } from '#json';
import type { Type } from '@nestjs/common';
import { ArgsType, Field, InputType, Int, registerEnumType, type ReturnTypeFunc } from '@nestjs/graphql';
import { z } from 'zod';
import { shownValue } from '#apimachinery';
import { day, parseRequest, time, type ParameterSchema } from '../http/index.js';
import { RequestRefused } from '../outcome/index.js';
import { descriptionOf, innerOf, nameOf, objectIn, originOf, showAs, shownType } from './answer-types.js';
import { DateTime, Json } from './scalars.js';

/** A field of a request as GraphQL shows it, where its schema does not say it: its description, or more. */
export type RequestField =
  | string
  | {
      readonly type?: ReturnTypeFunc;
      readonly description?: string;
      /** What GraphQL takes where it is not given. */
      readonly defaultValue?: unknown;
    };

/** What GraphQL says otherwise of fields of a request than its schema does; false of a field that it does not have. */
export type RequestFields<Schema extends z.ZodType> = Schema extends z.ZodObject
  ? { readonly [Name in keyof Schema['shape'] & string]?: RequestField | false }
  : object;

/**
 * The values of a request as GraphQL hands them over: what may be left out may be null, and times are dates already.
 */
type Given<Schema extends z.ZodObject> = {
  readonly [Name in keyof z.input<Schema>]:
    | z.input<Schema>[Name]
    | z.output<Schema>[Name & keyof z.output<Schema>]
    | (undefined extends z.input<Schema>[Name] ? null : never);
};

/** Arguments that mean what the schema makes of a text. */
type GivenArgs<Schema extends z.ZodObject> = {
  readonly [Name in keyof z.output<Schema>]:
    z.output<Schema>[Name] | (undefined extends z.input<Schema>[Name & keyof z.input<Schema>] ? null : never);
};

type Class<T extends object> = abstract new () => T;

/** What an input has that has no other one below it. */
abstract class Nothing {}

/**
 * The fields of a request as an input of GraphQL, over those of another class: types and rules are those of the schema.
 */
export function inputOf<Schema extends z.ZodObject, Below extends object = object>(
  schema: Schema,
  fields: RequestFields<Schema> = {} as RequestFields<Schema>,
  below: Class<Below> = Nothing as Class<Below>,
): Class<Below & Given<Schema>> {
  @InputType({ isAbstract: true })
  abstract class RequestInput extends (below as Class<object>) {}
  addFields(RequestInput.prototype, schema, fields);
  return RequestInput as Class<Below & Given<Schema>>;
}

/** The same as arguments of a field. */
export function argsOf<Schema extends z.ZodObject, Below extends object = object>(
  schema: Schema,
  fields: RequestFields<Schema> = {} as RequestFields<Schema>,
  below: Class<Below> = Nothing as Class<Below>,
): Class<Below & GivenArgs<Schema>> {
  @ArgsType()
  abstract class RequestArgs extends (below as Class<object>) {}
  addFields(RequestArgs.prototype, schema, fields);
  return RequestArgs as Class<Below & GivenArgs<Schema>>;
}

/** The words of a schema as an enum of GraphQL, each with its description. */
export function enumOf<const Words extends Readonly<Record<string, string>>>(
  schema: z.ZodEnum<Words>,
  { name, description, words }: { readonly name: string; readonly description: string; readonly words: WordsOf<Words> },
): Words {
  const valuesMap = Object.fromEntries(
    Object.entries<string>(words).map(([word, text]) => [word, { description: text }]),
  );
  registerEnumType(schema.enum, { name, description, valuesMap: valuesMap as never });
  showAs(schema, () => schema.enum);
  return schema.enum;
}

/** Words of a request or an answer, each with its description: an enum of GraphQL. */
export function words<const Words extends Readonly<Record<string, string>>>(
  name: string,
  description: string,
  meanings: Words,
): z.ZodEnum<{ readonly [Word in keyof Words & string]: Word }> {
  const schema = z.enum(Object.keys(meanings)) as unknown as z.ZodEnum<{ [Word in keyof Words & string]: Word }>;
  enumOf(schema, { name, description, words: meanings });
  return schema;
}

type WordsOf<Words> = Readonly<Record<keyof Words & string, string>>;

/**
 * What the schema knows of an input, valid; null is as good as nothing.
 * @throws RequestRefused with every problem at once
 */
export function requestOf<Schema extends z.ZodType>(schema: Schema, input: object): z.output<Schema> {
  const { shape } = schema as unknown as z.ZodObject;
  const known = Object.entries(withoutNulls(input)).filter(([name]) => Object.hasOwn(shape, name));
  return parseRequest(
    schema,
    Object.fromEntries(known.map(([name, value]) => [name, asWritten(value, ownField(shape, name) as z.ZodType)])),
  );
}

/** The same of the arguments of a field, whose problems say the value too. */
export function argumentsOf<Schema extends z.ZodObject>(schema: Schema, args: object): z.output<Schema> {
  try {
    return requestOf(schema, args);
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.refusal?.kind !== 'InvalidRequest') throw error;
    const values = args as Readonly<Record<string, unknown>>;
    throw RequestRefused.invalid(
      error.refusal.problems.map(({ field, reason, message }) => ({
        field,
        reason,
        message: `Invalid value: ${shownValue(ownField(values, field))}: ${message}`,
      })),
    );
  }
}

/** What was given of an input: absent and null are the same. */
export function withoutNulls(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
}

/** Schemas read times and what parameters mean as texts, and objects whose nulls are left out. */
function asWritten(value: unknown, rule: z.ZodType): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string' && isText(rule)) return String(value);
  return typeof value === 'object' && value !== null && isOfObjects(rule) ? withoutNulls(value) : value;
}

/** A parameter: a text that means a number, a boolean, or a list with commas between. */
function isText(rule: z.ZodType): boolean {
  const { type, parameter } = z.toJSONSchema(rule, { io: 'input' }) as Published;
  return parameter !== undefined && type === 'string';
}

function isOfObjects(rule: z.ZodType): boolean {
  if (rule instanceof z.ZodOptional || rule instanceof z.ZodDefault) return isOfObjects(rule.unwrap() as z.ZodType);
  if (rule instanceof z.ZodUnion) return rule.options.every((option) => isOfObjects(option as z.ZodType));
  return rule instanceof z.ZodObject;
}

function addFields(prototype: object, schema: z.ZodObject, fields: object): void {
  const otherwise = fields as Readonly<Record<string, RequestField | false | undefined>>;
  for (const [name, rule] of Object.entries<z.ZodType>(schema.shape)) {
    const said = ownField(otherwise, name) ?? {};
    if (said === false) continue;
    const more: Exclude<RequestField, string> = typeof said === 'string' ? { description: said } : said;
    const type = more.type ?? typeOf(name, rule);
    const { description = descriptionOf(rule), defaultValue } = more;
    if (description === undefined) throw new Error(`the field ${name} of a request has no description`);
    const nullable = rule.safeParse(undefined).success;
    Field(type, defaultValue === undefined ? { description, nullable } : { description, defaultValue })(
      prototype,
      name,
    );
  }
}

/** What a text means is said beside its schema. */
type Published = z.core.JSONSchema.BaseSchema & { readonly parameter?: ParameterSchema };

function isTime(rule: z.ZodType): boolean {
  const inner = innerOf(rule);
  return inner === undefined ? [time, day].some((one) => originOf(rule) === one) : isTime(inner);
}

const inputs = new WeakMap<z.ZodType, Type<object>>();

/** The input of an object that stands in others. */
export function inputTypeOf(schema: z.ZodObject): ReturnTypeFunc {
  const { origin, name, about } = nameOf(schema);
  const Input = inputs.get(origin) ?? (inputOf(schema) as unknown as Type<object>);
  if (!inputs.has(origin)) InputType(name, { description: about })(Input);
  inputs.set(origin, Input);
  return () => Input;
}

/** The type of GraphQL that says as much as the schema. */
function typeOf(name: string, rule: z.ZodType): ReturnTypeFunc {
  const shown = shownType(rule);
  if (shown !== undefined) return shown;
  const object = objectIn(rule);
  if (object !== undefined) return inputTypeOf(object);
  if (isTime(rule)) return () => DateTime;
  if (rule instanceof z.ZodUnknown) return () => Json;
  if (rule instanceof z.ZodArray && rule.element instanceof z.ZodEnum) {
    const element = typeOf(name, rule.element);
    return () => [element() as Type<object>];
  }
  const { type: own, enum: words, parameter } = z.toJSONSchema(rule, { io: 'input' }) as Published;
  const type = parameter?.type ?? own;
  if (type === 'string' && words === undefined) return () => String;
  if (type === 'integer' || type === 'number') return () => Int;
  if (type === 'boolean') return () => Boolean;
  if (type === 'array') return () => [String];
  throw new Error(`the schema of ${name} leaves open which type of GraphQL it is`);
}
