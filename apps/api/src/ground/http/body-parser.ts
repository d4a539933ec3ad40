import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { JsonShapeCounter, shapeProblem } from '#json';
import { exactnessProblems } from '#apimachinery';
import { findDuplicateKeys, readFirstDocument, readManifests, type DuplicateField } from '#api-server';
import { ErrorCode, RequestRefused } from '../outcome/index.js';
import { limitedBody } from './body-limit.js';
import { DEFAULT_BODY, PROTOBUF, rulesOf, type BodyFormat } from './route.js';

/** What a body that was read has twice, where the last one counts. */
const duplicates = new WeakMap<FastifyRequest, BodyDuplicates>();

/** The keys that stand twice in a body, and what it is written in. */
export interface BodyDuplicates {
  readonly format: 'JSON' | 'YAML';
  readonly fields: readonly DuplicateField[];
}

/** The keys that objects of the body have twice; none where that is refused before. */
export function duplicatesOf(request: FastifyRequest): BodyDuplicates {
  return duplicates.get(request) ?? { format: 'JSON', fields: [] };
}

/** What all bodies are bounded by, beside the limits of routes. */
export interface BodyLimits {
  /** The longest body that is read as a stream. */
  readonly streamBytes: number;
  /** How long a body may pause, in milliseconds. */
  readonly deadlineMs: number;
}

/**
 * One parser for every content type: it asks the route how its body comes (`@Accepts`, `@BodyLimit`). A body without a
 * content type counts as JSON, as the API server takes it.
 */
export function parseBodies(fastify: FastifyInstance, { streamBytes, deadlineMs }: BodyLimits): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) => {
    const { format, limit, keysOnce, unreadable } = rulesOf(request)?.body ?? DEFAULT_BODY;
    refuseParts(request, payload);
    const within = (bytes: number): Readable => limitedBody(request, payload, { bytes, deadlineMs });
    if (format === 'stream') return Promise.resolve(within(streamBytes));
    if (format === 'kubernetes' && mediaType(request) === PROTOBUF) return bytesOf(within(limit));
    const body = readBody(request, within(limit), { yaml: format !== 'json', keysOnce, limit, unreadable });
    return request.url.startsWith('/v1/') ? body.then((value) => exact(value, request, unreadable)) : body;
  });
}

/** Of protobuf, which is read where its type is known. */
async function bytesOf(body: Readable): Promise<Buffer> {
  return Buffer.concat(await body.toArray());
}

/** A form with a file in it is not the file. */
function refuseParts(request: FastifyRequest, payload: Readable): void {
  if (!mediaType(request).startsWith('multipart/')) return;
  payload.resume();
  throw RequestRefused.with(
    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
    'multipart bodies are not supported: send the file itself, with curl `--data-binary @FILE` instead of ' + '`-F`',
  );
}

interface ReadAs {
  readonly yaml: boolean;
  readonly unreadable: BodyFormat['unreadable'];
}

interface ReadBody {
  readonly value: unknown;
  readonly fields: readonly DuplicateField[];
}

async function readBody(
  request: FastifyRequest,
  body: Readable,
  { yaml, keysOnce, limit, unreadable }: Omit<BodyFormat, 'format' | 'unreadable'> & ReadAs,
): Promise<unknown> {
  const type = mediaType(request);
  // An API server reads the type of no empty options of a deletion.
  if (unreadable !== undefined && request.method === 'DELETE' && !hasBody(request)) return undefined;
  // An API server has one name of the type, and others for patches.
  const isYaml = (unreadable === undefined ? ANY_YAML : KUBERNETES_YAML).test(type);
  if (!(isYaml ? yaml : isJson(type, unreadable !== undefined && request.method !== 'PATCH'))) {
    body.destroy();
    if (unreadable !== undefined) throw unreadable.type(request);
    const readable = yaml ? 'application/json and application/yaml are' : 'application/json is';
    // The type that curl sends with `-d` by default.
    const hint = type === 'application/x-www-form-urlencoded' ? ": with curl -H 'content-type: application/json'" : '';
    throw RequestRefused.with(
      ErrorCode.UNSUPPORTED_MEDIA_TYPE,
      `the content type ${JSON.stringify(type)} is not read here, ${readable}${hint}`,
    );
  }
  const read = isYaml
    ? await readYaml(request, body, { limit, keysOnce, unreadable })
    : await readJson(request, body, { keysOnce, unreadable });
  if (read === undefined) return undefined;
  const { value, fields } = read;
  if (fields.length > 0) duplicates.set(request, { format: isYaml ? 'YAML' : 'JSON', fields });
  return value;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** What cannot be stored exactly (NUL, lone surrogates, integers beyond 2^53) is refused by field. */
function exact(body: unknown, request: FastifyRequest, unreadable: BodyFormat['unreadable']): unknown {
  const problems = exactnessProblems(body);
  if (problems.length > 0) throw unreadable?.inexact(request, body) ?? RequestRefused.invalid(problems);
  return body;
}

/** The type of a body, without parameters; empty when there is none. */
export function mediaType({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** GraphQL and patches bring their own media types, all of them JSON. */
function isJson(type: string, isExact: boolean): boolean {
  return type === '' || type === 'application/json' || (!isExact && type.endsWith('+json'));
}

/**
 * `JSON.parse` makes `__proto__` a key like any other: nothing here merges it into an object. Of a key that stands
 * twice it takes the last, as the API server does; everywhere else that is refused.
 */
async function readJson(
  request: FastifyRequest,
  bytes: Readable,
  { keysOnce, unreadable }: Pick<BodyFormat, 'keysOnce'> & Omit<ReadAs, 'yaml'>,
): Promise<ReadBody | undefined> {
  const shape = new JsonShapeCounter();
  const text = await boundedText(bytes, shape, unreadable && ((whole) => unreadable.json(request, whole)));
  if (text === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    const instead = unreadable?.instead(request, Buffer.from(text));
    if (instead !== undefined) return { value: instead, fields: [] };
    throw unreadable?.json(request, Buffer.from(text)) ?? notJson(error);
  }
  const found = findDuplicateKeys(text, body, shape.keys);
  const [duplicate] = found;
  if (duplicate === undefined || !keysOnce)
    return { value: body, fields: found.map(({ key, path }) => ({ key, path, line: 1 })) };
  const { key, position } = duplicate;
  throw RequestRefused.with(
    ErrorCode.MALFORMED_BODY,
    `the body has the key ${JSON.stringify(key)} twice in one object, again at character ${position}`,
  );
}

/** What holds too much is refused when so much of it has come. */
async function boundedText(
  bytes: Readable,
  shape: JsonShapeCounter,
  undecodable?: (whole: Buffer) => RequestRefused,
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const pieces: string[] = [];
  // A refusal that quotes the body quotes its first bytes, which may be those that are no text.
  const chunks: Buffer[] = [];
  const take = (chunk?: Buffer): void => {
    if (chunk !== undefined && undecodable !== undefined) chunks.push(chunk);
    let piece: string;
    try {
      piece = decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      throw undecodable?.(Buffer.concat(chunks)) ?? notJson(error);
    }
    pieces.push(piece);
    shape.add(piece);
    const problem = shapeProblem(shape);
    if (problem !== undefined) throw RequestRefused.with(ErrorCode.MALFORMED_BODY, `the body ${problem}`);
  };
  for await (const chunk of bytes) take(chunk as Buffer);
  take();
  return pieces.join('');
}

function notJson(error: unknown): RequestRefused {
  return RequestRefused.with(ErrorCode.MALFORMED_BODY, `the body is not valid JSON: ${(error as Error).message}`);
}

const ANY_YAML = /^(application|text)\/(x-|[\w.-]+\+)?yaml$/;
const KUBERNETES_YAML = /^application\/([\w.-]+\+)?yaml$/;

/** One object, read with the rules of manifests; with its aliases written out it is no longer than a body may be. */
async function readYaml(
  request: FastifyRequest,
  stream: Readable,
  { limit, keysOnce, unreadable }: Pick<BodyFormat, 'limit' | 'keysOnce'> & Omit<ReadAs, 'yaml'>,
): Promise<ReadBody | undefined> {
  const bytes = Buffer.concat(await stream.toArray());
  if (unreadable !== undefined) {
    const read = readFirstDocument(bytes.toString(), limit);
    if ('problem' in read) throw unreadable.yaml(request, bytes, { words: read.problem });
    const { value = null } = read as { readonly value?: unknown };
    if (typeof value !== 'object' || Array.isArray(value)) throw unreadable.yaml(request, bytes, { value });
    return { value, fields: read.duplicates };
  }
  if (bytes.length === 0) return undefined;
  const found: ReadBody[] = [];
  for await (const item of readManifests(oneChunk(bytes), { longestObject: limit, lastKeyCounts: !keysOnce })) {
    if ('problem' in item) throw RequestRefused.of({ kind: 'ManifestsUnreadable', ...item.problem });
    found.push({ value: item.object, fields: item.duplicates });
  }
  const [body] = found;
  if (body === undefined || found.length > 1)
    throw RequestRefused.with(ErrorCode.MALFORMED_BODY, `the body must be one object, not ${found.length}`);
  return body;
}

async function* oneChunk(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes;
}
