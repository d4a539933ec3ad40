import type { Type } from '@nestjs/common';
import {
  Args,
  Field,
  type FieldMiddleware,
  InputType,
  Mutation,
  ObjectType,
  Parent,
  Query,
  ResolveField,
  Resolver,
  type ReturnTypeFunc,
} from '@nestjs/graphql';
import type { Refusal } from '#requests';
import type { z } from 'zod';
import { Caller } from '../caller/index.js';
import {
  connection,
  idempotencyOf,
  inputOf,
  mutate,
  MutationInput,
  MutationPayload,
  pageRequest,
  pageSize,
  readCursor,
  readDocument,
  PageArgs,
  PlainMutationInput,
  requestOf,
  sidesOf,
  withoutNulls,
  writeCursor,
  type CursorPart,
  type RequestFields,
} from '../graphql/index.js';
import { accepted } from '../outcome/index.js';
import {
  runOf,
  type AnyDefinition,
  type Asked,
  type Flat,
  type FoundPage,
  type PathOf,
  type Services,
  type Uses,
} from './definition.js';
import { capitalized, decorate, injectable, WithServices } from './services.js';

type Class<T> = abstract new (...args: never[]) => T;

/** The mutation of GraphQL that does what an operation does. */
export interface MutationFace<
  Route extends string,
  Used extends Uses,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Value,
  Input extends object,
> {
  /** What is said of it, where that of REST does not do. */
  readonly description?: string;
  /** What is said of its input, and of the type of that. */
  readonly input: {
    readonly what: string;
    readonly type?: Class<Input>;
    readonly about?: string;
    /** The type is the whole input: it has a name, and the fields of the body. */
    readonly whole?: true;
  };
  readonly path?: (input: Input) => PathOf<Route>;
  /** What is of the query over REST. */
  readonly query?: (input: Input) => Flat<Query>;
  /** The resourceVersion or ETag that must be the present one. */
  readonly match?: (input: Input) => string | null | undefined;
  /** The field of the input that the body stands in, as JSON or as a text of YAML or JSON. */
  readonly document?: keyof Input & string;
  /** Fields of the body whose ids may be global, as the body has them. */
  readonly ids?: (input: Input & Flat<Body>) => Flat<Body>;
  /** What GraphQL says otherwise of fields of the body. */
  readonly fields?: RequestFields<Body>;
  /** What its payload has, null when it was refused; what `changed` has as a function is read when it is asked for. */
  readonly payload: Readonly<Record<string, { readonly type: ReturnTypeFunc; readonly what: string }>>;
  readonly changed: (value: Value, mutation: Mutated<Used, Input>) => object | Promise<object>;
}

/** A mutation that was done. */
export interface Mutated<Used extends Uses, Input> {
  readonly services: Services<Used>;
  readonly caller: Caller;
  readonly input: Input;
}

/** A field of GraphQL that answers what an operation answers. */
export interface FieldFace<
  Route extends string,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Value,
  Of,
  Arguments,
> {
  /** Of which type, or of the root. */
  readonly on: (() => Class<Of>) | 'Query';
  readonly name: string;
  readonly description?: string;
  readonly type: ReturnTypeFunc;
  readonly nullable?: true;
  /** The refusal that stands for null: there is none of that id. */
  readonly nullWhen?: Refusal['kind'];
  readonly args?: Class<Arguments>;
  /** `Type.field`, where fewer may read it than what it is of: its row in the table of permissions. */
  readonly row?: string;
  /** Path and query, of what it is of and its arguments. */
  readonly asked: (of: Of, args: Arguments) => PathOf<Route> & Flat<Query> & Flat<Body>;
  /** Of a list that is shown as far as its first page. */
  readonly pageSize?: (args: Arguments) => number;
  readonly show?: (value: Value, of: Of, args: Arguments) => unknown;
}

/** A connection of GraphQL that goes through the list of an operation. */
export interface ConnectionFace<
  Route extends string,
  Query extends z.ZodObject,
  Place,
  Value,
  Of,
  Arguments extends PageArgs,
> extends Omit<FieldFace<Route, Query, z.ZodUnknown, Value, Of, Omit<Arguments, keyof PageArgs>>, 'args' | 'show'> {
  readonly args?: Class<Arguments>;
  /** The list that its cursors are of, and the parts of a place in it. */
  readonly list: string | ((of: Of) => string);
  readonly parts: readonly CursorPart[];
  readonly placeOf: (parts: readonly string[], of: Of) => Place;
  readonly partsOf: (item: ItemOf<Value>) => readonly string[];
  /** It goes forward only, as over REST. */
  readonly forward?: true;
  /** Where a page ended, where that is not its last item. */
  readonly endOf?: (next: Place) => readonly string[];
  readonly node: (item: ItemOf<Value>, of: Of) => unknown;
}

/** A connection of GraphQL through a list whose places are numbers of rows: it goes forward only. */
export type RowsFace<Route extends string, Query extends z.ZodObject, Value, Of, Arguments extends PageArgs> = Omit<
  ConnectionFace<Route, Query, number, Value, Of, Arguments>,
  'list' | 'parts' | 'placeOf' | 'partsOf' | 'node'
> & { readonly list: string; readonly node?: (item: ItemOf<Value>, of: Of) => unknown };

type ItemOf<Value> = Value extends { readonly items: readonly (infer Item)[] } ? Item : never;

type AnyMutation = Omit<MutationFace<string, Uses, z.ZodObject, z.ZodType, never, never>, 'document'> & {
  readonly document?: string;
};
type Placed<Face> = Omit<Face, 'on' | 'args'> & {
  readonly on: (() => Class<object>) | 'Query';
  readonly args?: Class<object>;
};
type AnyField = Placed<FieldFace<string, z.ZodObject, z.ZodType, never, never, never>>;
type AnyConnection = Placed<ConnectionFace<string, z.ZodObject, unknown, never, never, never>>;
type AnyRows = Placed<RowsFace<string, z.ZodObject, never, never, never>>;
type AskedAny = Asked<string, z.ZodObject, z.ZodType, unknown>;

/** What a mutation has to know of an operation. */
export type MutationDefinition = Pick<AnyDefinition, 'name' | 'uses' | 'body' | 'key' | 'run' | 'description'>;

/** The resolver of a mutation, with its input and its payload. */
export function mutationOf(definition: MutationDefinition, face: AnyMutation): Type<object> {
  const { name, uses } = definition;
  const run = runOf(definition);
  const capital = capitalized(name);
  const Input = inputClassOf(definition, face, `${capital}Input`);
  const Payload = payloadOf(`${capital}Payload`, name, face);

  class OperationResolver extends WithServices {
    constructor(...injected: object[]) {
      super(Object.keys(uses), injected);
    }

    change(input: MutationInput, caller: Caller): Promise<MutationPayload> {
      const { services } = this;
      return mutate(
        input,
        async () => run(services, { caller, ...(await mutationAsked(definition, face, input)) }),
        (value) => face.changed(value, { services, caller, input: input as never }),
      );
    }
  }
  const { description = definition.description } = face;
  const { prototype } = injectable(OperationResolver, `${capital}Resolver`, uses);
  Reflect.defineMetadata('design:paramtypes', [Object, Object], prototype, 'change');
  Resolver()(OperationResolver);
  Args('input', { type: () => Input, description: face.input.what })(prototype, 'change', 0);
  Caller()(prototype, 'change', 1);
  decorate(OperationResolver, 'change', [Mutation(() => Payload, { name, description })]);
  return OperationResolver;
}

/** The input: what its type has, and the fields of the body unless that stands in one of them. */
function inputClassOf(
  { body, key }: MutationDefinition,
  { input, document, fields = {} }: AnyMutation,
  name: string,
): Type<object> {
  const below = (input.type ?? (key === undefined ? PlainMutationInput : MutationInput)) as Type<object>;
  if (input.whole) return below;
  const hasFields = body !== undefined && document === undefined;
  class OperationInput extends (hasFields ? (inputOf(body as z.ZodObject, fields, below) as Type<object>) : below) {}
  InputType(name, { description: input.about ?? input.what })(OperationInput);
  return OperationInput;
}

async function mutationAsked(
  { name, body, key }: MutationDefinition,
  face: AnyMutation,
  input: MutationInput,
): Promise<Omit<AskedAny, 'caller'>> {
  const field = face.document as keyof MutationInput | undefined;
  const match = face.match?.(input as never);
  const keyed = idempotencyOf(typeof key === 'string' ? key : name, input);
  const plain = (): object => ({ ...input, ...face.ids?.(input as never) });
  return {
    path: face.path?.(input as never) ?? {},
    query: withoutNulls(face.query?.(input as never) ?? {}),
    body: field === undefined ? body && requestOf(body, plain()) : await readDocument(input[field], field),
    field,
    terms: () => ({
      ...(key !== undefined && keyed),
      ...(typeof match === 'string' && { conditions: { match: [match] } }),
    }),
    page: { pageSize: 0 },
  };
}

function payloadOf(type: string, operation: string, { payload }: AnyMutation): Type<object> {
  class Payload extends MutationPayload {}
  for (const [name, { type: of, what }] of Object.entries(payload))
    Field(of, { nullable: true, description: `${what}; null if refused.`, middleware: [readNow] })(
      Payload.prototype,
      name,
    );
  ObjectType(type, { description: `Payload of ${operation}.` })(Payload);
  return Payload;
}

/** What a payload has as a function is read only when the query asks for it. */
const readNow: FieldMiddleware = async (_, next) => {
  const value: unknown = await next();
  return typeof value === 'function' ? (value as () => unknown)() : value;
};

/** The resolver of a field. */
export function fieldOf(definition: AnyDefinition, face: AnyField): Type<object> {
  const run = runOf(definition);
  return resolverOf(definition, face, async (services, of, args, caller) => {
    const page = { pageSize: face.pageSize?.(args) ?? 0 };
    const outcome = await run(services, { caller, ...askedOf(definition, face.asked(of, args)), page });
    if (outcome.refused && outcome.refusal.kind === face.nullWhen) return null;
    const value = accepted(outcome);
    return face.show === undefined ? value : face.show(value, of, args);
  });
}

/** The resolver of a connection. */
export function connectionOf(definition: AnyDefinition, face: AnyConnection): Type<object> {
  const { args: type = PageArgs, parts, placeOf, partsOf, node } = face;
  return resolverOf(definition, { ...face, args: type }, async (services, of, args, caller) => {
    const list = typeof face.list === 'string' ? face.list : face.list(of);
    const { first, last, after, before, ...filter } = args as PageArgs;
    if (face.forward) pageSize({ first, last, before });
    const { size, ...window } = pageRequest({ first, last, after, before }, list, parts, (place) => placeOf(place, of));
    const asked = askedOf(definition, face.asked(of, withoutNulls(filter) as never));
    const { fromEnd: _, ...forward } = window;
    const page = { pageSize: size, ...(face.forward ? forward : window) };
    const { items, next, totalCount } = accepted<FoundPage<never, unknown>>(
      await runOf(definition)(services, { caller, ...asked, page }),
    );
    return connection<never, unknown>({
      items,
      ...(totalCount !== undefined && { totalCount }),
      ...sidesOf({ size, ...window }, next !== null),
      cursor: (item) => writeCursor(list, ...partsOf(item)),
      ...(face.endOf !== undefined && next !== null && { end: writeCursor(list, ...face.endOf(next)) }),
      node: (item) => node(item, of),
    });
  });
}

/** The resolver of a connection by numbers of rows. */
export function rowsOf(definition: AnyDefinition, face: AnyRows): Type<object> {
  const { args: type = PageArgs, list } = face;
  return resolverOf(definition, { ...face, args: type }, async (services, of, args, caller) => {
    const { first, last, after, before, ...filter } = args as PageArgs;
    const [place = '0'] = readCursor({ after }, list, ['count']) ?? [];
    const offset = Number(place);
    const page = { pageSize: pageSize({ first, last, before }), after: offset };
    const asked = askedOf(definition, face.asked(of, withoutNulls(filter) as never));
    const { items, next, totalCount } = accepted<FoundPage<never, unknown>>(
      await runOf(definition)(services, { caller, ...asked, page }),
    );
    return connection<never, unknown>({
      items,
      more: next !== null,
      continued: offset > 0,
      cursor: (_item, index) => writeCursor(list, String(offset + index + 1)),
      node: (item) => (face.node === undefined ? item : face.node(item, of)),
      ...(totalCount !== undefined && { totalCount }),
    });
  });
}

type Resolve = (services: WithServices['services'], of: never, args: never, caller: Caller) => Promise<unknown>;

/** A class with one field. */
function resolverOf(definition: AnyDefinition, face: Omit<AnyField, 'asked' | 'show'>, resolve: Resolve): Type<object> {
  const { on, name, type, nullWhen, nullable = nullWhen !== undefined, args } = face;
  const { description = definition.description } = face;
  class FieldResolver extends WithServices {
    constructor(...injected: object[]) {
      super(Object.keys(definition.uses), injected);
    }

    read(caller: Caller, of: never, given: never): Promise<unknown> {
      return resolve(this.services, of, given, caller);
    }
  }
  const { prototype } = injectable(FieldResolver, `${name}Resolver`, definition.uses);
  Reflect.defineMetadata('design:paramtypes', [Object, Object, Object], prototype, 'read');
  Caller()(prototype, 'read', 0);
  if (on !== 'Query') Parent()(prototype, 'read', 1);
  if (args !== undefined) Args({ type: () => args as Type<object> })(prototype, 'read', 2);
  const options = { name, description, nullable };
  (on === 'Query' ? Resolver() : Resolver(on as () => Type<object>))(FieldResolver);
  decorate(FieldResolver, 'read', [on === 'Query' ? Query(type, options) : ResolveField(type, options)]);
  return FieldResolver;
}

/** What is asked: what the path has no place for is of the query, or of the body where there is one. */
function askedOf({ route, body }: AnyDefinition, asked: object): Omit<AskedAny, 'caller'> {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const given = Object.entries(withoutNulls(asked));
  const rest = Object.fromEntries(given.filter(([name]) => !names.includes(name))) as AskedAny['query'];
  return {
    path: Object.fromEntries(given.filter(([name]) => names.includes(name))),
    query: rest,
    body: body && rest,
    terms: () => ({}),
    page: { pageSize: 0 },
  };
}
