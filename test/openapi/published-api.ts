import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { escaped, Routes, type OpenApi, type Operation, type Parameter } from './routes.js';

/** A request as it came, and what it was answered. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  /** What was sent, where it is known: text of JSON already parsed. */
  readonly sent?: { readonly type: string; readonly body: unknown };
  readonly status: number;
  /** The content type of the answer; empty without one. */
  readonly type: string;
  /** The whole of the answer; undefined where it was not kept. */
  readonly text: string | undefined;
}

/** Longer answers are looked at from outside only. */
const LONGEST_READ = 2 ** 20;
/** What the server says of requests that it could not take to an operation. */
const OF_NO_OPERATION = new Set([400, 404, 405]);

type Media = Readonly<Record<string, { readonly schema?: object }>>;

/**
 * openapi.json, asked whether a service does as it says: whether an answer is one of the operation's, in its format and
 * with its fields and no others; and whether a request that was done is one that the operation takes.
 */
export class PublishedApi {
  readonly #routes: Routes;
  readonly #ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: true, allErrors: false });
  /** By the text of the schema. */
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenApi) {
    this.#routes = new Routes(document);
    (formats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema(closed(document), 'api');
  }

  static read(file = 'openapi.json'): PublishedApi {
    return new PublishedApi(JSON.parse(readFileSync(file, 'utf8')) as OpenApi);
  }

  /** What of it the document does not have, in words; empty where it has all. */
  violations(exchange: Exchange): readonly string[] {
    const { method, url, status } = exchange;
    const path = url.split('?', 1)[0] ?? '';
    if (method === 'OPTIONS' || !/^\/(v1\/|livez$|readyz$)/.test(path)) return [];
    // The answer to a watch is a sequence of documents, for which OpenAPI 3.1 has no words.
    if (status === 200 && isWatch(url)) return [];
    const isRead = method === 'HEAD' || readsByAnyMethod(path);
    const route = this.#routes.find(path, isRead ? 'get' : method.toLowerCase());
    if (route === undefined) return OF_NO_OPERATION.has(status) ? [] : [`${status} for what is in no document`];
    const { pointer, operation } = route;
    return [
      ...this.#answerProblems(exchange, pointer, operation),
      ...(status < 300 ? this.#requestProblems(exchange, route) : []),
    ];
  }

  #answerProblems({ method, status, type, text }: Exchange, pointer: string, { responses }: Operation): string[] {
    const found = this.#routes.resolved(responses[status], `${pointer}/responses/${status}`);
    if (found === undefined) return [`the status ${status} is none of ${Object.keys(responses).join(', ')}`];
    const media = (found.value as { readonly content?: Media }).content ?? {};
    if (method === 'HEAD' || type === '') return [];
    const name = mediaType(type);
    if (media[name] === undefined)
      return text === '' ? [] : [`${status} as ${name} is none of ${Object.keys(media).join(', ')}`];
    if (!isJson(name) || text === undefined || text.length > LONGEST_READ) return [];
    const answer = parsed(text);
    if (isTransformed(answer)) return [];
    const schema = { at: `${found.pointer}/content/${escaped(name)}/schema`, text: media[name].schema };
    return this.#problems(schema, answer).map((problem) => `the answer ${status}: ${problem}`);
  }

  /** Of a request that was done: whether the document says that it would be. */
  #requestProblems({ url, sent }: Exchange, { pointer, operation, parameters }: Route): string[] {
    const query = new URLSearchParams(url.split('?').slice(1).join('?'));
    const problems = [...new Set(query.keys())].flatMap((name) => {
      const parameter = parameters.find(({ value }) => value.in === 'query' && value.name === name);
      if (parameter === undefined)
        return ignoresUnknown(operation) ? [] : [`the parameter ${name} is not there, and was taken`];
      const value = meant(query.get(name) ?? '', parameter.value.schema ?? {});
      const schema = { at: `${parameter.pointer}/schema`, text: parameter.value.schema };
      return this.#problems(schema, value).map((problem) => `the parameter ${name}: ${problem}`);
    });
    // Null is what no body says.
    if (sent?.body === undefined || sent.body === null) return problems;
    const media = operation.requestBody?.content ?? {};
    const name = mediaType(sent.type) || 'application/json';
    // A format that is made of JSON is read as JSON (RFC 6839).
    const known = [name, ...(isJson(name) ? ['application/json'] : []), '*/*'];
    const range = known.find((one) => media[one] !== undefined);
    if (range === undefined) return [...problems, `a body of ${name} was taken, which is none of the operation's`];
    if (!isJson(range)) return problems;
    const schema = { at: `${pointer}/requestBody/content/${escaped(range)}/schema`, text: media[range]?.schema };
    return [
      ...problems,
      ...this.#problems(schema, sent.body).map((problem) => `the body, which was taken: ${problem}`),
    ];
  }

  #problems({ at, text }: SchemaPart, value: unknown): string[] {
    // Hundreds of operations have the same parameters and answers: each schema is compiled once.
    const key = JSON.stringify(text) ?? at;
    const validate = this.#compiled.get(key) ?? this.#ajv.compile({ $ref: `api#${encodeURI(at)}` });
    this.#compiled.set(key, validate);
    if (validate(value)) return [];
    return (validate.errors ?? [])
      .slice(0, 3)
      .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  }
}

/** The groups of the Kubernetes API: upstream looks at no method there. */
function readsByAnyMethod(path: string): boolean {
  return /^\/v1\/clusters\/[^/]+\/apis(\/[^/]+)?$/.test(path);
}

/** A form that an Accept header of the Kubernetes API asks for, which no document of that API describes. */
function isTransformed(answer: unknown): boolean {
  const { apiVersion } = (answer ?? {}) as { readonly apiVersion?: unknown };
  return typeof apiVersion === 'string' && /^(meta|apidiscovery)\.k8s\.io\//.test(apiVersion);
}

/** The Kubernetes API ignores parameters that it does not know. */
function ignoresUnknown({ tags = [] }: Operation): boolean {
  return tags.includes('kubernetes');
}

/** A schema of the document, and its JSON pointer. */
interface SchemaPart {
  readonly at: string;
  readonly text: object | undefined;
}

type Route = NonNullable<ReturnType<Routes['find']>>;

/** A parameter as what its text means. */
function meant(text: string, schema: NonNullable<Parameter['schema']>): unknown {
  switch (schema.type) {
    case 'integer':
      return /^-?\d+$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'array':
      return text === '' ? [] : text.split(',');
    default:
      return text;
  }
}

/**
 * The document, its own schemas saying that they are all that there is: what an answer has beyond is then found.
 * Kubernetes' objects stay open, as upstream's are.
 */
function closed(document: OpenApi): OpenApi {
  const copy = structuredClone(document);
  for (const [name, schema] of Object.entries(copy.components.schemas)) if (!name.startsWith('io.k8s.')) close(schema);
  return copy;
}

function close(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties, additionalProperties } = schema as { properties?: unknown; additionalProperties?: unknown };
  if (properties !== undefined && additionalProperties === undefined)
    Object.assign(schema, { additionalProperties: false });
  for (const inner of Object.values(schema)) close(inner);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function mediaType(type: string): string {
  return type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function isJson(type: string): boolean {
  return /[/+]json$/.test(type);
}

/** Over the Kubernetes API. */
function isWatch(url: string): boolean {
  return /\/apis?\/.*([?&]watch=(true|1)|\/watch\/)/.test(url);
}
