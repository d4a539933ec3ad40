import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiConsumes } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RequestRefused } from '../outcome/index.js';

const MIB = 2 ** 20;

/** Why a YAML text is no object: it cannot be read, or is the value of something else. */
export type YamlProblem = { readonly words: string } | { readonly value: unknown };

/** How a route refuses bodies that cannot be read. */
export interface UnreadableBody {
  /** Of a media type that is not read. */
  readonly type: (request: FastifyRequest) => RequestRefused;
  /** That is no JSON. */
  readonly json: (request: FastifyRequest, body: Uint8Array) => RequestRefused;
  /** What is handed on in place of a body that is no JSON, to be refused later; undefined where that is not so. */
  readonly instead: (request: FastifyRequest, body: Uint8Array) => object | undefined;
  /** That is no YAML, or YAML of no object; `problem` says why. */
  readonly yaml: (request: FastifyRequest, body: Uint8Array, problem: YamlProblem) => RequestRefused;
  /** What is said of a value that cannot be kept, where that is not what is wrong with it; undefined otherwise. */
  readonly inexact: (request: FastifyRequest, body: unknown) => RequestRefused | undefined;
}

/** How the body of a route comes. */
export interface BodyFormat {
  /**
   * `stream`: as it arrives, of any content type, and as long as imports may be. `yaml`: JSON or YAML. `kubernetes`:
   * the same, or the protobuf of Kubernetes, whose bytes are handed on.
   */
  readonly format: 'json' | 'yaml' | 'kubernetes' | 'stream';
  /** Longest body in bytes, where it is not a stream. */
  readonly limit: number;
  /** The words of a body that cannot be read, where a route has its own. */
  readonly unreadable?: UnreadableBody;
  /** Refuses a key that stands twice in an object of JSON; the API server takes the last. */
  readonly keysOnce: boolean;
}

/** Of routes that say nothing else. A run may name 10,000 pods. */
export const DEFAULT_BODY: BodyFormat = { format: 'json', limit: 8 * MIB, keysOnce: true };

/**
 * What a route takes beside its path, and what it answers. An input of a request that its route does not name is
 * refused, so that no caller believes to have asked for it.
 */
export interface RouteRules {
  /** The parameters of its query. */
  readonly query: z.ZodObject;
  /** Whether parameters that it does not have are ignored, and the first of two counts, as the API server does. */
  readonly isLenient: boolean;
  /** How its body comes. */
  readonly body: BodyFormat;
  /** The fields of its body; undefined where the body is more than the fields of one schema, null where it has none. */
  readonly fields: readonly string[] | undefined | null;
  /** The media types of its answer, the usual one first; empty where the answer has no body. */
  readonly answers: readonly string[];
  /** Whether it takes an Idempotency-Key. */
  readonly takesKey: boolean;
  /** Whether it takes If-Match and If-None-Match, where it writes. */
  readonly takesConditions: boolean;
  /** How long its answer to a request stays the same. */
  readonly lasts: (request: AskedRead) => Lasting;
}

/** What the life of an answer depends on. */
export interface AskedRead {
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly headers: FastifyRequest['headers'];
}

/**
 * How long an answer stays the same: until something changes without a notification; as long as the cluster and its log
 * are what they are, or (`cluster`) so and it is of the cluster itself; for good in this cluster (`numbered`), or
 * wherever it is found.
 */
export type Lasting = 'changing' | 'log' | 'cluster' | 'numbered' | 'forever';

/** Of a route that says nothing. */
export const DEFAULT_RULES: RouteRules = {
  query: z.strictObject({}),
  isLenient: false,
  body: DEFAULT_BODY,
  fields: null,
  answers: [],
  takesKey: false,
  takesConditions: false,
  lasts: () => 'changing',
};

/** The media type of Kubernetes' protobuf. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const RULES = 'berth:rules';
const TYPES = {
  yaml: ['application/json', 'application/yaml'],
  kubernetes: ['application/json', 'application/yaml', PROTOBUF],
  stream: ['application/json', 'application/yaml', '*/*'],
} as const;

/** The rules of the route that serves a request; undefined for one that was not made by a controller. */
export function rulesOf({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): RouteRules | undefined {
  return (routeOptions.config as { readonly rules?: RouteRules } | undefined)?.rules;
}

/** How long the answer to a request lasts; undefined for a route that was not made by a controller. */
export function lastingOf(request: FastifyRequest): Lasting | undefined {
  return rulesOf(request)?.lasts(request as AskedRead);
}

/** Route metadata, added to what other decorators say: handed to the router, whose routes are asked for it. */
export function Rules(part: Partial<RouteRules>): MethodDecorator {
  return <T>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<T>): void => {
    const handler = descriptor.value as object;
    const rules = { ...DEFAULT_RULES, ...(Reflect.getMetadata(RULES, handler) as Partial<RouteRules>), ...part };
    Reflect.defineMetadata(RULES, rules, handler);
    RouteConfig({ rules })(target, key, descriptor);
  };
}

/** Route metadata: how long the answer stays the same. */
export function Lasts(lasting: Lasting | RouteRules['lasts']): MethodDecorator {
  return Rules({ lasts: typeof lasting === 'function' ? lasting : () => lasting });
}

/** Route metadata: the body comes otherwise than as JSON. */
export function Accepts(format: 'yaml' | 'kubernetes' | 'stream'): MethodDecorator {
  return applyDecorators(withBody({ format }), ApiConsumes(...TYPES[format]));
}

/** Route metadata: the body may be as long as this, in bytes. */
export function BodyLimit(limit: number): MethodDecorator {
  return withBody({ limit });
}

/** Route metadata: of a key that stands twice in an object of JSON, the last counts. */
export function LastKeyCounts(): MethodDecorator {
  return withBody({ keysOnce: false });
}

/** Route metadata: bodies that cannot be read are refused in the route's own words. */
export function RefusesBodies(unreadable: UnreadableBody): MethodDecorator {
  return withBody({ unreadable });
}

function withBody(part: Partial<BodyFormat>): MethodDecorator {
  return <T>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<T>): void => {
    const known = Reflect.getMetadata(RULES, descriptor.value as object) as RouteRules | undefined;
    Rules({ body: { ...DEFAULT_BODY, ...known?.body, ...part } })(target, key, descriptor);
  };
}
