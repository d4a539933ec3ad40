import { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exactnessProblems, findDuplicateKey, readManifests } from '#kubernetes';
import { ErrorCode, RequestRefused } from '../outcome/index.js';
import { limitedBody } from './body-limit.js';
import { DEFAULT_BODY, type BodyFormat } from './route.js';

/**
 * One parser for every content type: it asks the route how its body comes (`@Accepts`, `@BodyLimit`). A body without a
 * content type counts as JSON, as the API server takes it. `streamBytes`: the longest body that is read as a stream.
 */
export function parseBodies(fastify: FastifyInstance, streamBytes: number): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) => {
    const { format, limit, keysOnce } = bodyOf(request);
    if (format === 'stream') return Promise.resolve(limitedBody(request, payload, streamBytes));
    const body = readBody(request, limitedBody(request, payload, limit), { yaml: format === 'yaml', keysOnce });
    return request.url.startsWith('/v1/') ? body.then(exact) : body;
  });
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    letGo(reply);
    done();
  });
}

/** After a streamed body that was left unread, the connection cannot serve another request. */
function letGo(reply: FastifyReply): void {
  const { body } = reply.request;
  if (!(body instanceof Readable) || body.readableEnded) return;
  body.destroy();
  void reply.header('connection', 'close');
}

function bodyOf({ routeOptions }: FastifyRequest): BodyFormat {
  return (routeOptions.config as { readonly body?: BodyFormat } | undefined)?.body ?? DEFAULT_BODY;
}

async function readBody(
  request: FastifyRequest,
  body: Readable,
  { yaml, keysOnce }: { readonly yaml: boolean; readonly keysOnce: boolean },
): Promise<unknown> {
  const type = mediaType(request);
  const isYaml = /^(application|text)\/(x-|[\w.-]+\+)?yaml$/.test(type);
  if (!(isYaml ? yaml : isJson(type))) {
    body.destroy();
    const readable = yaml ? 'application/json and application/yaml are' : 'application/json is';
    throw RequestRefused.with(
      ErrorCode.UNSUPPORTED_MEDIA_TYPE,
      `the content type ${JSON.stringify(type)} is not read here, ${readable}`,
      { connection: 'close' },
    );
  }
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) return undefined;
  return isYaml ? parseYaml(bytes) : parseJson(bytes, keysOnce);
}

/** What cannot be kept exactly (NUL, lone surrogates, integers beyond 2^53) is refused by field. */
function exact(body: unknown): unknown {
  const problems = exactnessProblems(body);
  if (problems.length > 0) throw RequestRefused.invalid(problems);
  return body;
}

/** Without parameters; empty when there is none. */
function mediaType({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Hands a handler the media type of its body, without parameters; empty when there is none. */
export const MediaType = createParamDecorator((_: unknown, context: ExecutionContext) =>
  mediaType(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** GraphQL brings its own media types, all of them JSON. */
function isJson(type: string): boolean {
  return type === '' || type === 'application/json' || type.endsWith('+json');
}

/**
 * `JSON.parse` makes `__proto__` a key like any other: nothing here merges it into an object. Of a key that stands
 * twice it takes the last, as the API server does; everywhere else that is refused.
 */
function parseJson(bytes: Buffer, keysOnce: boolean): unknown {
  let text: string;
  let body: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    body = JSON.parse(text);
  } catch (error) {
    throw RequestRefused.with(ErrorCode.MALFORMED_BODY, `the body is not valid JSON: ${(error as Error).message}`);
  }
  const duplicate = keysOnce ? findDuplicateKey(text, body) : undefined;
  if (duplicate === undefined) return body;
  const { key, position } = duplicate;
  throw RequestRefused.with(
    ErrorCode.MALFORMED_BODY,
    `the body has the key ${JSON.stringify(key)} twice in one object, again at character ${position}`,
  );
}

/** One object, read with the rules of manifests. */
async function parseYaml(bytes: Buffer): Promise<unknown> {
  const objects: unknown[] = [];
  for await (const item of readManifests(oneChunk(bytes))) {
    if ('problem' in item) throw RequestRefused.of({ kind: 'ManifestsUnreadable', ...item.problem });
    objects.push(item.object);
  }
  if (objects.length !== 1)
    throw RequestRefused.with(ErrorCode.MALFORMED_BODY, `the body must be one object, not ${objects.length}`);
  return objects[0];
}

async function* oneChunk(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes;
}
