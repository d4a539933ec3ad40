import type { Type } from '@nestjs/common';
import { Field, Float, Int, ObjectType, type FieldMiddleware, type ReturnTypeFunc } from '@nestjs/graphql';
import { z } from 'zod';
import { componentOf } from '../openapi/index.js';
import { DateTime, Json } from './scalars.js';

/** A field of GraphQL that is made of a value of REST. */
export interface MadeField {
  readonly type: ReturnTypeFunc;
  readonly description: string;
  readonly nullable?: true;
  readonly of: (value: never) => unknown;
}

/** What GraphQL shows otherwise than REST, of an object or of a field. */
export interface Shown {
  /** Name of the type of an object; that of its component unless given. */
  readonly name?: string;
  /** Of the type of an object. */
  readonly about?: string;
  /** The fields of an object that GraphQL has; all unless given. */
  readonly only?: readonly string[];
  /** Fields of an object that GraphQL has alone, each made of the value. */
  readonly also?: Readonly<Record<string, MadeField>>;
  /** The type of a field, where the schema does not say it. */
  readonly type?: ReturnTypeFunc;
  /** Whether it may be null, where the schema does not say it. */
  readonly nullable?: true | 'items';
  /** What stands in GraphQL where REST leaves the field out. */
  readonly absent?: unknown;
  /** The field is of REST alone. */
  readonly hidden?: true;
  /** The description, where that of REST does not do. */
  readonly description?: string;
}

const SHOWN = z.registry<Shown>();

/** A schema with what GraphQL shows otherwise. */
export function shown<Schema extends z.ZodType>(schema: Schema, how: Shown): Schema {
  const own = schema.clone();
  SHOWN.add(own, { ...SHOWN.get(schema), ...how });
  return own;
}

/** An object of an answer, which is a type of GraphQL. */
export function objectType<Shape extends z.ZodRawShape>(
  name: string,
  about: string,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strip> {
  return shown(z.object(shape), { name, about });
}

/** The same of an answer that is a component of OpenAPI: `how` says what GraphQL shows otherwise. */
export function component<Shape extends z.ZodRawShape>(
  id: string,
  description: string,
  shape: Shape,
  how: Shown = {},
): z.ZodObject<Shape, z.core.$strip> {
  return shown(z.object(shape), how).meta({ id, description });
}

/** The type of a schema's enum. */
export function showAs(schema: z.ZodType, type: ReturnTypeFunc): void {
  SHOWN.add(schema, { ...SHOWN.get(schema), type });
}

/** The type that was said for a schema, or for what may be absent. */
export function shownType(rule: z.ZodType): ReturnTypeFunc | undefined {
  const inner = innerOf(rule);
  return SHOWN.get(rule)?.type ?? (inner && shownType(inner));
}

/** How a class of GraphQL is made of a schema. */
export interface ViewOptions {
  readonly name?: string;
  readonly description?: string;
  readonly implements?: () => Type<unknown> | (abstract new (...args: never[]) => unknown);
  /** Fields that the class says by itself, or that GraphQL does not have. */
  readonly without?: readonly string[];
}

/** An object over a value: its fields are those of the value. */
type ViewOf<Value> = abstract new (value: Value) => object;

/**
 * A class of GraphQL whose fields are those of a schema, each with its type and description, over a value that has
 * them. What leads on from there, a class over it adds.
 */
export function viewOf<Value extends object>(schema: z.ZodType, options: ViewOptions = {}): ViewOf<Value> {
  const { without = [] } = options;
  abstract class View {
    readonly #value: Record<string, unknown>;

    constructor(value: Value) {
      this.#value = value as Record<string, unknown>;
    }

    static read(view: View, name: string): unknown {
      return view.#value[name];
    }
  }
  for (const [name, field] of shownFields(objectOf(schema))) {
    if (without.includes(name)) continue;
    addField(View.prototype, name, field);
    const get = function (this: View): unknown {
      return View.read(this, name);
    };
    Object.defineProperty(View.prototype, name, { get, configurable: true });
  }
  ObjectType({ isAbstract: true })(View);
  return View;
}

const classes = new WeakMap<z.ZodType, Type<object>>();

/** The type of GraphQL of a schema's object: made when it is first asked for. */
function typeOfObject(schema: z.ZodType): Type<object> {
  const object = objectOf(schema);
  const known = classes.get(originOf(object));
  if (known !== undefined) return known;
  const { origin, name, about } = nameOf(object);
  class Answer {}
  classes.set(origin, Answer);
  for (const [field, rule] of shownFields(object)) addField(Answer.prototype, field, rule, name);
  for (const [field, { of, ...made }] of Object.entries(SHOWN.get(object)?.also ?? {})) {
    const middleware: FieldMiddleware = ({ source }) => of(source as never);
    Field(made.type, { ...made, middleware: [middleware] })(Answer.prototype, field);
  }
  ObjectType(name, { description: about })(Answer);
  return Answer;
}

/** What the type of an object is called, and the first of the schemas that differ in their description alone. */
export function nameOf(object: z.ZodObject): {
  readonly origin: z.ZodType;
  readonly name: string;
  readonly about: string;
} {
  const origin = originOf(object);
  const component = componentOf(object);
  const { name = component?.id, about = component?.description } = SHOWN.get(object) ?? {};
  if (name !== undefined && about !== undefined) return { origin, name, about };
  throw new Error(`an object with the fields ${Object.keys(object.shape).join(', ')} has no type of GraphQL`);
}

/** The fields of an object that GraphQL has. */
function shownFields(object: z.ZodObject): [name: string, rule: z.ZodType][] {
  const { only } = SHOWN.get(object) ?? {};
  const isShown = ([name, rule]: [string, z.ZodType]): boolean =>
    SHOWN.get(rule)?.hidden !== true && (only === undefined || only.includes(name));
  return (Object.entries(object.shape) as [string, z.ZodType][]).filter(isShown);
}

function addField(prototype: object, name: string, rule: z.ZodType, owner = ''): void {
  const how = SHOWN.get(rule);
  const description = how?.description ?? descriptionOf(rule);
  if (description === undefined) throw new Error(`the field ${owner}.${name} has no description`);
  const nullable = how?.nullable ?? (how?.absent === undefined && mayBeAbsent(rule));
  const middleware = how?.absent === undefined ? [] : [absentAs(how.absent)];
  Field(how?.type ?? typeOf(rule), { description, nullable, middleware })(prototype, name);
}

/** What REST leaves out stands in GraphQL. */
function absentAs(value: unknown): FieldMiddleware {
  return async (_, next) => ((await next()) as unknown) ?? value;
}

/** What is said of a field: of itself, or of what it may be. */
export function descriptionOf(rule: z.ZodType): string | undefined {
  const said = z.globalRegistry.get(rule)?.description;
  if (said !== undefined && z.globalRegistry.get(rule)?.id === undefined) return said;
  const inner = innerOf(rule);
  return inner === undefined ? undefined : descriptionOf(inner);
}

function mayBeAbsent(rule: z.ZodType): boolean {
  return rule.safeParse(undefined).success || rule.safeParse(null).success;
}

/**
 * The type of GraphQL that says as much as the schema, to decorate a field with: `@Field(typeOf(schema))`. Types are
 * made here, before the schema is built of them.
 */
export function typeOf(rule: z.ZodType): ReturnTypeFunc {
  const own = SHOWN.get(rule)?.type;
  if (own !== undefined) return own;
  if (rule instanceof z.ZodArray) {
    const element = typeOf(rule.element as z.ZodType);
    return () => [element() as Type<object>];
  }
  const inner = innerOf(rule);
  if (inner !== undefined) return typeOf(inner);
  if (rule instanceof z.ZodObject) {
    const type = typeOfObject(rule);
    return () => type;
  }
  if (rule instanceof z.ZodRecord || rule instanceof z.ZodUnknown || rule instanceof z.ZodUnion) return () => Json;
  const { type: word, format } = z.toJSONSchema(rule, { io: 'output', unrepresentable: 'any' });
  if (format === 'date-time') return () => DateTime;
  if (word === 'integer') return () => Int;
  if (word === 'number') return () => Float;
  if (word === 'boolean') return () => Boolean;
  return () => String;
}

/** What stands in a wrapper: a value that may be absent, or has a default. */
export function innerOf(rule: z.ZodType): z.ZodType | undefined {
  if (
    rule instanceof z.ZodOptional ||
    rule instanceof z.ZodNullable ||
    rule instanceof z.ZodDefault ||
    rule instanceof z.ZodReadonly
  )
    return rule.unwrap() as z.ZodType;
  return undefined;
}

/** The object that a field is, or may be. */
export function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  const inner = schema instanceof z.ZodArray ? (schema.element as z.ZodType) : innerOf(schema);
  return inner && objectIn(inner);
}

function objectOf(schema: z.ZodType): z.ZodObject {
  const object = objectIn(schema);
  if (object !== undefined) return object;
  throw new Error('the schema is not that of an object');
}

/** A description makes a schema another one: the first of them. */
export function originOf(schema: z.ZodType): z.ZodType {
  const { parent } = schema._zod;
  return parent === undefined ? schema : originOf(parent as z.ZodType);
}
