import type { Type } from '@nestjs/common';
import {
  Args,
  Field,
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
import { runOf, type AnyDefinition, type Asked, type Flat, type FoundPage, type PathOf } from './definition.js';
import { capitalized, decorate, injectable, WithServices } from './services.js';

type Class<T> = abstract new (...args: never[]) => T;

/** The mutation of GraphQL that does what an operation does. */
export interface MutationFace<Route extends string, Body extends z.ZodType, Value, Input extends object> {
  /** What is said of it, where that of REST does not do. */
  readonly description?: string;
  /** What is said of its input, and of the type of that. */
  readonly input: { readonly what: string; readonly type?: Class<Input>; readonly about?: string };
  readonly path?: (input: Input) => PathOf<Route>;
  /** The body where GraphQL has ids in it that are global. */
  readonly body?: (body: z.output<Body>) => z.output<Body>;
  /** What GraphQL says otherwise of fields of the body. */
  readonly fields?: RequestFields<Body>;
  /** What its payload has; null when it was refused. */
  readonly payload: Readonly<Record<string, { readonly type: ReturnTypeFunc; readonly what: string }>>;
  readonly changed: (value: Value) => object;
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
  readonly list: string;
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
  'parts' | 'placeOf' | 'partsOf' | 'node'
> & { readonly node?: (item: ItemOf<Value>, of: Of) => unknown };

type ItemOf<Value> = Value extends { readonly items: readonly (infer Item)[] } ? Item : never;

type AnyMutation = MutationFace<string, z.ZodType, never, never>;
type Placed<Face> = Omit<Face, 'on' | 'args'> & {
  readonly on: (() => Class<object>) | 'Query';
  readonly args?: Class<object>;
};
type AnyField = Placed<FieldFace<string, z.ZodObject, z.ZodType, never, never, never>>;
type AnyConnection = Placed<ConnectionFace<string, z.ZodObject, unknown, never, never, never>>;
type AnyRows = Placed<RowsFace<string, z.ZodObject, never, never, never>>;
type AskedAny = Asked<string, z.ZodObject, z.ZodType, unknown>;

/** The resolver of a mutation, with its input and its payload. */
export function mutationOf(definition: AnyDefinition, face: AnyMutation): Type<object> {
  const { name, uses, body, key } = definition;
  const { body: bodyOf = (given: unknown) => given } = face as { readonly body?: (given: unknown) => unknown };
  const run = runOf(definition);
  const capital = capitalized(name);
  const below = face.input.type ?? (key === undefined ? PlainMutationInput : MutationInput);
  const Input = (body === undefined ? below : inputOf(body as z.ZodObject, face.fields ?? {}, below)) as Type<object>;
  class OperationInput extends Input {}
  InputType(`${capital}Input`, { description: face.input.about ?? face.input.what })(OperationInput);
  const Payload = payloadOf(`${capital}Payload`, name, face);

  class OperationResolver extends WithServices {
    constructor(...injected: object[]) {
      super(Object.keys(uses), injected);
    }

    change(input: MutationInput, caller: Caller): Promise<MutationPayload> {
      return mutate(
        input,
        async () =>
          run(this.services, {
            caller,
            path: face.path?.(input as never) ?? {},
            query: {},
            body: body && bodyOf(requestOf(body as z.ZodObject, input)),
            terms: () => (key === undefined ? {} : idempotencyOf(key === true ? name : key, input)),
            page: { pageSize: 0 },
          }),
        face.changed,
      );
    }
  }
  const { description = definition.description } = face;
  const { prototype } = injectable(OperationResolver, `${capital}Resolver`, uses);
  Reflect.defineMetadata('design:paramtypes', [Object, Object], prototype, 'change');
  Resolver()(OperationResolver);
  Args('input', { type: () => OperationInput, description: face.input.what })(prototype, 'change', 0);
  Caller()(prototype, 'change', 1);
  decorate(OperationResolver, 'change', [Mutation(() => Payload, { name, description })]);
  return OperationResolver;
}

function payloadOf(type: string, operation: string, { payload }: AnyMutation): Type<object> {
  class Payload extends MutationPayload {}
  for (const [name, { type: of, what }] of Object.entries(payload))
    Field(of, { nullable: true, description: `${what}; null if refused.` })(Payload.prototype, name);
  ObjectType(type, { description: `Payload of ${operation}.` })(Payload);
  return Payload;
}

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
  const { args: type = PageArgs, list, parts, placeOf, partsOf, node } = face;
  return resolverOf(definition, { ...face, args: type }, async (services, of, args, caller) => {
    const { first, last, after, before, ...filter } = args as PageArgs;
    if (face.forward) pageSize({ first, last, before });
    const { size, ...window } = pageRequest({ first, last, after, before }, list, parts, (place) => placeOf(place, of));
    const asked = askedOf(definition, face.asked(of, withoutNulls(filter) as never));
    const { fromEnd: _, ...forward } = window;
    const page = { pageSize: size, ...(face.forward ? forward : window) };
    const { items, next } = accepted<FoundPage<never, unknown>>(
      await runOf(definition)(services, { caller, ...asked, page }),
    );
    return connection<never, unknown>({
      items,
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
    const { items, next, total } = accepted<FoundPage<never, unknown>>(
      await runOf(definition)(services, { caller, ...asked, page }),
    );
    return connection<never, unknown>({
      items,
      more: next !== null,
      continued: offset > 0,
      cursor: (_item, index) => writeCursor(list, String(offset + index + 1)),
      node: (item) => (face.node === undefined ? item : face.node(item, of)),
      ...(total !== undefined && { totalCount: total }),
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
