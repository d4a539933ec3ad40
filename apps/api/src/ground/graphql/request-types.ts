import { ArgsType, Field, InputType, Int, registerEnumType, type ReturnTypeFunc } from '@nestjs/graphql';
import { z } from 'zod';
import { shownValue } from '#kubernetes';
import { parseRequest } from '../http/index.js';
import { RequestRefused } from '../outcome/index.js';

/**
 * A field of a request as GraphQL shows it: its description, and its type where the schema of
 * the request does not say it.
 */
export type RequestField = string | { readonly type: ReturnTypeFunc; readonly description: string };

/** What is said of each field: one that the schema has and GraphQL does not is an error here. */
type FieldsOf<Schema extends z.ZodObject> = Readonly<Record<keyof Schema['shape'] & string, RequestField>>;

/**
 * The values of a request as GraphQL hands them over: what may be left out may be null, and times are dates already.
 */
type Given<Schema extends z.ZodObject> = {
  readonly [Name in keyof z.input<Schema>]:
    | z.input<Schema>[Name]
    | z.output<Schema>[Name & keyof z.output<Schema>]
    | (undefined extends z.input<Schema>[Name] ? null : never);
};

type Class<T extends object> = abstract new () => T;

/** What an input has that has no other one below it. */
abstract class Nothing {}

/**
 * The fields of a request as an input of GraphQL, over those of another class: types and rules are those of the schema.
 */
export function inputOf<Schema extends z.ZodObject, Below extends object = object>(
  schema: Schema,
  fields: FieldsOf<Schema>,
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
  fields: FieldsOf<Schema>,
  below: Class<Below> = Nothing as Class<Below>,
): Class<Below & Given<Schema>> {
  @ArgsType()
  abstract class RequestArgs extends (below as Class<object>) {}
  addFields(RequestArgs.prototype, schema, fields);
  return RequestArgs as Class<Below & Given<Schema>>;
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
  return schema.enum;
}

type WordsOf<Words> = Readonly<Record<keyof Words & string, string>>;

/**
 * What the schema knows of an input, valid; null is as good as nothing.
 * @throws RequestRefused with every problem at once
 */
export function requestOf<Schema extends z.ZodObject>(schema: Schema, input: object): z.output<Schema> {
  const known = Object.entries(withoutNulls(input)).filter(([name]) => name in schema.shape);
  return parseRequest(schema, Object.fromEntries(known.map(([name, value]) => [name, asWritten(value)])));
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
        message: `Invalid value: ${shownValue(values[field])}: ${message}`,
      })),
    );
  }
}

/** What was given of an input: absent and null are the same. */
export function withoutNulls(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
}

/** Schemas read times as texts. */
function asWritten(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

function addFields(prototype: object, schema: z.ZodObject, fields: Readonly<Record<string, RequestField>>): void {
  for (const [name, field] of Object.entries(fields)) {
    const rule = schema.shape[name] as z.ZodType;
    const { type, description } = typeof field === 'string' ? { type: typeOf(name, rule), description: field } : field;
    Field(type, { description, nullable: rule.safeParse(undefined).success })(prototype, name);
  }
}

/** The type of GraphQL that says as much as the schema. */
function typeOf(name: string, rule: z.ZodType): ReturnTypeFunc {
  const { type, enum: words } = z.toJSONSchema(rule, { io: 'input' });
  if (type === 'string' && words === undefined) return () => String;
  if (type === 'integer' || type === 'number') return () => Int;
  if (type === 'boolean') return () => Boolean;
  if (type === 'array') return () => [String];
  throw new Error(`the schema of ${name} leaves open which type of GraphQL it is`);
}
