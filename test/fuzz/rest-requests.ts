import type { Dice } from '../oracle/generator/dice.js';
import type { FuzzRequest } from './fuzz-request.js';
import { Routes, type OpenApi, type Parameter } from '../openapi/index.js';
import { anyHeaders, anyJson, anyText, bodyText, KNOWN, mutated } from './odd-values.js';
import { patchBody, someManifest } from './manifests.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);
const LATEST_NAMES: Readonly<Record<string, readonly string[]>> = {
  cluster: KNOWN.clusters,
  name: [...KNOWN.nodes, ...KNOWN.pods, 'default'],
  namespace: ['default', 'default', 'other'],
  revision: ['0', '1', '2'],
  version: ['1', '2'],
  size: ['1', '2'],
};

interface Route {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** Requests to the operations of an OpenAPI document: made as it says, and then changed. */
export class RestRequests {
  readonly #routes: readonly Route[];
  readonly #shared: Routes;

  constructor(private readonly document: OpenApi) {
    this.#shared = new Routes(document);
    this.#routes = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Readonly<Record<string, Operation>>)
        .filter(([method]) => METHODS.has(method))
        .map(([method, operation]) => ({ path, method, operation })),
    );
  }

  next(dice: Dice): FuzzRequest {
    const { path, method, operation } = dice.pick(this.#routes);
    const isKubernetes = /\/(api|apis)\//.test(path);
    const query = this.#query(operation, dice);
    const body = method === 'get' ? {} : this.#body({ path, method, operation }, dice);
    return {
      face: isKubernetes ? 'kubernetes' : 'rest',
      method: method.toUpperCase(),
      path: `${this.#filled(path, dice)}${query}`,
      headers: { ...anyHeaders(dice), ...(body.type === undefined ? {} : { 'content-type': body.type }) },
      ...(body.text === undefined ? {} : { body: body.text }),
    };
  }

  #filled(path: string, dice: Dice): string {
    return path.replace(/\{(\w+)\}/g, (_all, name: string) => {
      const known = LATEST_NAMES[name];
      return encoded(known !== undefined && dice.chance(0.9) ? dice.pick(known) : anyText(dice) || 'x');
    });
  }

  #query({ parameters = [] }: Operation, dice: Dice): string {
    const inQuery = parameters
      .map((one) => this.#shared.resolved(one, '')?.value ?? one)
      .filter((one) => one.in === 'query');
    const given = dice.some(inQuery, 0, 3).map(({ name = '', schema = {} }) => {
      const value = dice.chance(0.5) ? this.#made(schema, dice) : anyText(dice);
      const text = Array.isArray(value) ? value.join(',') : value;
      return `${encoded(name)}=${encoded(typeof text === 'string' ? text : JSON.stringify(text))}`;
    });
    if (dice.chance(0.04)) given.push(`${encoded(anyText(dice))}=${encoded(anyText(dice))}`);
    return given.length === 0 ? '' : `?${given.join('&')}`;
  }

  #body({ path, method, operation }: Route, dice: Dice): { readonly type?: string; readonly text?: string } {
    const types = Object.entries(operation.requestBody?.content ?? {});
    if (types.length === 0)
      return dice.chance(0.1) ? { type: 'application/json', text: bodyText(anyJson(dice), dice) } : {};
    const [type, { schema = {} }] = dice.pick(types);
    const proper = /\/(api|apis|import)(\/|$)/.test(path)
      ? method === 'patch'
        ? patchBody(type, dice)
        : someManifest(path, dice)
      : this.#made(schema, dice);
    const body = dice.chance(0.6) ? mutated(proper, dice) : proper;
    const named = type === '*/*' ? 'text/plain' : type;
    return { type: dice.chance(0.03) ? anyType(dice) : named, text: bodyText(body, dice) };
  }

  /** A value that fits the schema, about. */
  #made(schema: Schema, dice: Dice, depth = 4): unknown {
    const { $ref, anyOf, oneOf, properties = {}, required = [], items = {} } = schema;
    if (depth === 0) return anyText(dice);
    if ($ref !== undefined)
      return this.#made(this.document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, dice, depth);
    const branches = anyOf ?? oneOf;
    if (branches !== undefined) return this.#made(dice.pick(branches), dice, depth - 1);
    if (schema.enum !== undefined) return dice.pick(schema.enum);
    const { type } = schema;
    switch (typeof type === 'object' ? dice.pick(type) : type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(properties)
            .filter(([name]) => required.includes(name) || dice.chance(0.4))
            .map(([name, one]) => [name, this.#made(one, dice, depth - 1)]),
        );
      case 'array':
        return dice.times(0, 3, () => this.#made(items, dice, depth - 1));
      case 'integer':
      case 'number':
        return dice.pick([0, 1, 2, 50, -1, 2 ** 53 + 2]);
      case 'boolean':
        return dice.chance(0.5);
      default:
        return anyText(dice);
    }
  }
}

function anyType(dice: Dice): string {
  return dice.pick(['application/json', 'application/yaml', 'text/plain', 'application/json-patch+json', 'a/b', '']);
}

/** Percent-encoded as a client would; what cannot be is sent as bytes that are no UTF-8. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return '%ED%A0%80';
    throw error;
  }
}
