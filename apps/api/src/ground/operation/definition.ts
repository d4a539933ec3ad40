import type { Outcome } from '#requests';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller, Permission } from '../caller/index.js';
import type { ListPage, RouteRules, Terms, WithoutUndefined } from '../http/index.js';
import type { OperationDescription } from '../openapi/index.js';

/** The services that an operation calls, each injected by its class. */
export type Uses = Readonly<Record<string, abstract new (...args: never[]) => object>>;
export type Services<Used extends Uses> = {
  readonly [Name in keyof Used]: Used[Name] extends abstract new (...args: never[]) => infer Service ? Service : never;
};

/** The parameters in the path of a route: `GET /v1/clusters/:cluster` has `cluster`. */
export type PathOf<Route extends string> = Route extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name]: string } & PathOf<Rest>
  : Route extends `${string}:${infer Name}`
    ? { readonly [Key in Name]: string }
    : unknown;

export type QueryOf<Query extends z.ZodObject> = WithoutUndefined<Omit<z.output<Query>, 'pageSize' | 'pageToken'>>;

/** Where a page starts, or ends, and how long it may be. REST only goes forward. */
export interface AskedPage<Place> {
  /** 0 for a field of GraphQL that is no connection: it asks for its lists by themselves. */
  readonly pageSize: number;
  readonly after?: Place;
  readonly before?: Place;
  readonly fromEnd?: boolean;
}

/** A request, valid, on every face. */
export interface Asked<Route extends string, Query extends z.ZodObject, Body extends z.ZodType, Place> {
  readonly caller: Caller;
  readonly path: PathOf<Route>;
  readonly query: QueryOf<Query>;
  readonly body: z.output<Body>;
  /** The field of an input that the body stands in, for messages; absent where the body is the whole request. */
  readonly field?: string | undefined;
  /** The key and the conditions, of what must be the same where the key is. */
  readonly terms: Terms;
  /** Of a list. */
  readonly page: AskedPage<Place>;
}

/** A page as a service finds it. */
export interface FoundPage<Item, Place> {
  readonly items: readonly Item[];
  readonly next: Place | null;
  /** Items on all pages, for connections that count; REST does not show it. */
  readonly totalCount?: number | (() => Promise<number>);
  /** Of a list that may be of the past: leads to the same state for good. */
  readonly moment?: string | undefined;
}

/** The request and the answer over REST, for the few that send by themselves. */
export interface Door<Place> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The media type that the caller prefers. */
  readonly type: string;
  /** A page with its token. */
  page<Item>(found: FoundPage<Item, Place>): ListPage<Item>;
  /** Sends a page in the form that the caller prefers: JSON, CSV or NDJSON. */
  sendPage<Item extends object>(found: FoundPage<Item, Place>): Promise<void>;
}

/** All that the face of REST, the guard, the limits and the documents have to know of an operation. */
export interface Definition<
  Route extends string,
  Used extends Uses,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Place,
  Value,
> {
  /** The name under which it is allowed, described and logged, and its keys are stored. */
  readonly name: string;
  /** Method and path. */
  readonly route: Route;
  readonly tag: string;
  readonly permission: Permission;
  readonly summary: string;
  readonly description: string;
  readonly uses: Used;
  readonly query?: Query;
  readonly body?: Body;
  /** The body as it is read first, where the run judges more of it. */
  readonly envelope?: z.ZodType;
  readonly example?: unknown;
  /** How the body comes, where that is not as JSON. */
  readonly accepts?: 'yaml' | 'stream';
  /** Longest body, in bytes. */
  readonly longestBody?: number;
  readonly answer: OperationDescription['answer'];
  readonly also?: OperationDescription['also'];
  /** What it may be refused for, beside what any operation may. */
  readonly problems?: OperationDescription['problems'];
  /** Takes an Idempotency-Key; a name, where keys have been stored with it since before the operation was called so. */
  readonly key?: true | string;
  /** Takes If-Match and If-None-Match. */
  readonly conditions?: true;
  readonly lasts?: ReturnType<RouteRules['lasts']> | RouteRules['lasts'];
  /** Of a list: what a place in it is, and whether its page tokens hold the moment too. */
  readonly pages?: { readonly place: z.ZodType<Place>; readonly inTime?: true };
  /** Calls a service; one that sends by itself has no other. */
  readonly run?: (
    services: Services<Used>,
    asked: Asked<Route, Query, Body, Place>,
  ) => Promise<Outcome<Value>> | Outcome<Value>;
  /** Answers REST otherwise: in forms of its own, or as a stream. */
  readonly send?: (
    services: Services<Used>,
    asked: Asked<Route, Query, Body, Place>,
    door: Door<Place>,
  ) => Promise<unknown>;
  /** What REST shows of the value in the media type of the answer; all of it unless given. */
  readonly show?: (value: Value, services: Services<Used>, type: string) => object | string;
  /** The value for people, where it is answered as text too. */
  readonly asText?: (value: Value) => string;
  /** The status, where it is not always the same. */
  readonly status?: (body: z.output<Body>, value: Value) => number;
  /** What is said of Last-Event-ID, of a stream that resumes after it. */
  readonly resumes?: string;
  readonly headers?: (value: Value, path: PathOf<Route>) => Readonly<Record<string, string>>;
}

/** Path, query or body as GraphQL has them: null is as good as nothing. */
export type Flat<Schema extends z.ZodType> = Schema extends z.ZodObject
  ? {
      readonly [Name in keyof z.output<Schema>]?:
        z.output<Schema>[Name] | z.input<Schema>[Name & keyof z.input<Schema>] | null | undefined;
    }
  : object;

/** A definition of any operation, as the machinery takes it. */
export type AnyDefinition = Definition<string, Uses, z.ZodObject, z.ZodType, unknown, never>;

/** @throws for an operation that sends by itself: it has no other face */
export function runOf({ name, run }: Pick<AnyDefinition, 'name' | 'run'>): NonNullable<AnyDefinition['run']> {
  if (run === undefined) throw new Error(`the operation ${name} is one of REST alone`);
  return run;
}
