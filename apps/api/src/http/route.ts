import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiConsumes } from '@nestjs/swagger';

const MIB = 2 ** 20;

/** How the body of a route comes. */
export interface BodyFormat {
  /** `stream`: as it arrives, whatever its content type says, and as long as imports may be. `yaml`: JSON or YAML. */
  readonly format: 'json' | 'yaml' | 'stream';
  /** Longest body in bytes, where it is not a stream. */
  readonly limit: number;
  /** Refuses a key that stands twice in an object of JSON; the API server takes the last. */
  readonly keysOnce: boolean;
}

/** Of routes that say nothing else. A run may name 10,000 pods. */
export const DEFAULT_BODY: BodyFormat = { format: 'json', limit: 8 * MIB, keysOnce: true };

const BODY = 'berth:body';
const TYPES = {
  yaml: ['application/json', 'application/yaml'],
  stream: ['application/json', 'application/yaml', '*/*'],
} as const;

/** Route metadata: the body comes otherwise than as JSON. */
export function Accepts(format: 'yaml' | 'stream'): MethodDecorator {
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

/** Hands it to the router, whose routes the parser of bodies asks. */
function withBody(part: Partial<BodyFormat>): MethodDecorator {
  return <T>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<T>): void => {
    const handler = descriptor.value as object;
    const body = { ...DEFAULT_BODY, ...(Reflect.getMetadata(BODY, handler) as Partial<BodyFormat>), ...part };
    Reflect.defineMetadata(BODY, body, handler);
    RouteConfig({ body })(target, key, descriptor);
  };
}
