import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exactnessProblems, findDuplicateKey, readManifests, shapeOfJson, shapeProblem } from '#kubernetes';
import { ErrorCode, RequestRefused } from '../outcome/index.js';
import { limitedBody } from './body-limit.js';
import { DEFAULT_BODY, rulesOf, type BodyFormat } from './route.js';

/**
 * One parser for every content type: it asks the route how its body comes (`@Accepts`, `@BodyLimit`). A body without a
 * content type counts as JSON, as the API server takes it. `streamBytes`: the longest body that is read as a stream.
 */
export function parseBodies(fastify: FastifyInstance, streamBytes: number): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) => {
    const { format, limit, keysOnce } = rulesOf(request)?.body ?? DEFAULT_BODY;
    if (format === 'stream') return Promise.resolve(limitedBody(request, payload, streamBytes));
    const body = readBody(request, limitedBody(request, payload, limit), { yaml: format === 'yaml', keysOnce, limit });
    return request.url.startsWith('/v1/') ? body.then(exact) : body;
  });
}

async function readBody(
  request: FastifyRequest,
  body: Readable,
  { yaml, keysOnce, limit }: Omit<BodyFormat, 'format'> & { readonly yaml: boolean },
): Promise<unknown> {
  const type = mediaType(request);
  const isYaml = /^(application|text)\/(x-|[\w.-]+\+)?yaml$/.test(type);
  if (!(isYaml ? yaml : isJson(type))) {
    body.destroy();
    const readable = yaml ? 'application/json and application/yaml are' : 'application/json is';
    throw RequestRefused.with(
      ErrorCode.UNSUPPORTED_MEDIA_TYPE,
      `the content type ${JSON.stringify(type)} is not read here, ${readable}`,
    );
  }
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) return undefined;
  return isYaml ? parseYaml(bytes, limit) : parseJson(textOf(bytes), keysOnce);
}

/** What cannot be kept exactly (NUL, lone surrogates, integers beyond 2^53) is refused by field. */
function exact(body: unknown): unknown {
  const problems = exactnessProblems(body);
  if (problems.length > 0) throw RequestRefused.invalid(problems);
  return body;
}

/** The type of a body, without parameters; empty when there is none. */
export function mediaType({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** GraphQL brings its own media types, all of them JSON. */
function isJson(type: string): boolean {
  return type === '' || type === 'application/json' || type.endsWith('+json');
}

/**
 * `JSON.parse` makes `__proto__` a key like any other: nothing here merges it into an object. Of a key that stands
 * twice it takes the last, as the API server does; everywhere else that is refused.
 */
function parseJson(text: string, keysOnce: boolean): unknown {
  const shape = shapeOfJson(text);
  const problem = shapeProblem(shape);
  if (problem !== undefined) throw RequestRefused.with(ErrorCode.MALFORMED_BODY, `the body ${problem}`);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw notJson(error);
  }
  const duplicate = keysOnce ? findDuplicateKey(text, body, shape.keys) : undefined;
  if (duplicate === undefined) return body;
  const { key, position } = duplicate;
  throw RequestRefused.with(
    ErrorCode.MALFORMED_BODY,
    `the body has the key ${JSON.stringify(key)} twice in one object, again at character ${position}`,
  );
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw notJson(error);
  }
}

function notJson(error: unknown): RequestRefused {
  return RequestRefused.with(ErrorCode.MALFORMED_BODY, `the body is not valid JSON: ${(error as Error).message}`);
}

/** One object, read with the rules of manifests; with its aliases written out it is no longer than a body may be. */
async function parseYaml(bytes: Buffer, longestObject: number): Promise<unknown> {
  const objects: unknown[] = [];
  for await (const item of readManifests(oneChunk(bytes), { longestObject })) {
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
