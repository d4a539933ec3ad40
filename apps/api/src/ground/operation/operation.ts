import { Module, type ModuleMetadata, type Type } from '@nestjs/common';
import type { Outcome } from '#requests';
import type { z } from 'zod';
import { permit } from '../caller/index.js';
import type { PageArgs, PlainMutationInput } from '../graphql/index.js';
import { rowOf, TABLE_TYPES } from '../http/index.js';
import type { AnyDefinition, Asked, Definition, Services, Uses } from './definition.js';
import {
  connectionOf,
  fieldOf,
  mutationOf,
  rowsOf,
  type ConnectionFace,
  type FieldFace,
  type MutationFace,
  type RowsFace,
} from './fields.js';
import { controllerOf } from './route.js';

interface Placed {
  readonly on: unknown;
  readonly name: string;
  readonly row?: string;
}

/** An operation with its faces. */
export class Operation<
  Route extends string,
  Used extends Uses,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Place,
  Value,
> {
  readonly controller: Type<object>;
  readonly resolvers: Type<object>[] = [];

  readonly definition: AnyDefinition;

  constructor(given: AnyDefinition) {
    const definition = asTable(given);
    this.definition = definition;
    requireApart(definition);
    permit(definition.name, definition.permission);
    this.controller = controllerOf(definition);
  }

  /** The mutation of the same name. */
  mutation<Input extends object = PlainMutationInput>(
    face: MutationFace<Route, Used, Query, Body, Value, Input>,
  ): this {
    const { name, permission } = this.definition;
    permit(`Mutation.${name}`, permission);
    this.resolvers.push(mutationOf(this.definition, face as never));
    return this;
  }

  /** A field that answers the same. */
  field<Of = unknown, Arguments = object>(face: FieldFace<Route, Query, Body, Value, Of, Arguments>): this {
    this.#permit(face);
    this.resolvers.push(fieldOf(this.definition, face as never));
    return this;
  }

  /** A connection through the same list. */
  connection<Of = unknown, Arguments extends PageArgs = PageArgs>(
    face: ConnectionFace<Route, Query, Place, Value, Of, Arguments>,
  ): this {
    this.#permit(face);
    this.resolvers.push(connectionOf(this.definition, face as never));
    return this;
  }

  /** A connection through the same list, by numbers of rows. */
  rows<Of = unknown, Arguments extends PageArgs = PageArgs>(face: RowsFace<Route, Query, Value, Of, Arguments>): this {
    this.#permit(face);
    this.resolvers.push(rowsOf(this.definition, face as never));
    return this;
  }

  #permit({ on, name, row = on === 'Query' ? `Query.${name}` : undefined }: Placed): void {
    if (row !== undefined) permit(row, this.definition.permission);
  }
}

const LINKED = ' In CSV and NDJSON the next page is in the `Link` header.';

/** A list is served as a table too, unless it has forms of its own. */
function asTable(definition: AnyDefinition): AnyDefinition {
  const { route, answer, asText, send, pages, description } = definition;
  if (!route.startsWith('GET ') || asText !== undefined || send !== undefined) return definition;
  if (answer.types !== undefined || rowOf(answer.schema) === undefined) return definition;
  return {
    ...definition,
    description: pages === undefined ? description : description + LINKED,
    answer: { ...answer, types: [...TABLE_TYPES] },
  };
}

/** @throws when a parameter of the query is called like one of the path: GraphQL asks for both by their names alone */
function requireApart({ name, route, query }: AnyDefinition): void {
  const both = Object.keys(query?.shape ?? {}).filter((parameter) => route.split('/').includes(`:${parameter}`));
  if (both.length > 0) throw new Error(`the operation ${name} has ${both.join(', ')} in its path and in its query`);
}

/** Defines an operation: its route, its row in the table of permissions, and what the documents say of it. */
export function operation<
  const Route extends string,
  Used extends Uses,
  Place,
  Value,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
>(definition: Definition<Route, Used, Query, Body, Place, Value>): Operation<Route, Used, Query, Body, Place, Value> {
  return new Operation(definition as unknown as AnyDefinition);
}

/** What is said of a mutation that REST does not have. */
type OwnMutation<Used extends Uses, Body extends z.ZodType, Value, Input extends object, Path> = Pick<
  Definition<string, Used, z.ZodObject, Body, never, Value>,
  'name' | 'permission' | 'uses' | 'body' | 'key' | 'description'
> &
  Omit<MutationFace<string, Used, z.ZodObject, Body, Value, Input>, 'path'> & {
    readonly path?: (input: Input) => Path;
    readonly run: (
      services: Services<Used>,
      asked: Omit<Asked<string, z.ZodObject, Body, never>, 'path'> & { readonly path: Path },
    ) => Promise<Outcome<Value>> | Outcome<Value>;
  };

/** Defines a mutation that REST does not have, or has in another form. */
export function mutation<
  Used extends Uses,
  Value,
  Body extends z.ZodType = z.ZodType,
  Input extends object = PlainMutationInput,
  Path = object,
>(face: OwnMutation<Used, Body, Value, Input, Path>): AnyOperation {
  permit(`Mutation.${face.name}`, face.permission);
  return { resolvers: [mutationOf(face as never, face as never)] };
}

/** An operation as a module takes it. */
export interface AnyOperation {
  readonly controller?: Type<object>;
  readonly resolvers: readonly Type<object>[];
}

/** A module whose faces are those of operations, in this order, and of what stands beside them. */
export function Operations(
  operations: readonly AnyOperation[],
  { controllers = [], providers = [], ...rest }: ModuleMetadata = {},
): ClassDecorator {
  return Module({
    ...rest,
    controllers: [...operations.flatMap(({ controller = [] }) => controller), ...controllers],
    providers: [...operations.flatMap(({ resolvers }) => resolvers), ...providers],
  });
}
