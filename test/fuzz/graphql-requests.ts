import {
  buildSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import type { Dice } from '../oracle/generator/dice.js';
import type { FuzzRequest } from './fuzz-request.js';
import { anyHeaders, anyJson, anyText, bodyText, KNOWN } from './odd-values.js';

const DEEPEST = 5;

/** Queries and mutations out of the grammar of a schema: random fields, arguments, aliases, fragments, variables. */
export class GraphqlRequests {
  readonly #schema: GraphQLSchema;

  /** `ids`: global ids that are there. */
  constructor(
    schemaText: string,
    private readonly ids: readonly string[],
  ) {
    this.#schema = buildSchema(schemaText);
  }

  next(dice: Dice): FuzzRequest {
    const isMutation = dice.chance(0.35);
    const root = isMutation ? this.#schema.getMutationType() : this.#schema.getQueryType();
    if (root === null || root === undefined) throw new Error('the schema has no roots');
    const writing = new QueryWriter(this.#schema, { dice, ids: this.ids });
    const selection = writing.selection(root, 0);
    const query = writing.document(isMutation ? 'mutation' : 'query', selection);
    const body = {
      query: dice.chance(0.03) ? query.slice(0, dice.between(0, query.length)) : query,
      variables: writing.variables,
    };
    return {
      face: 'graphql',
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json', ...anyHeaders(dice) },
      body: bodyText(dice.chance(0.03) ? anyJson(dice) : body, dice),
    };
  }
}

class QueryWriter {
  readonly variables: Record<string, unknown> = {};
  readonly #declared: string[] = [];
  readonly #fragments: string[] = [];

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly from: { readonly dice: Dice; readonly ids: readonly string[] },
  ) {}

  document(operation: string, selection: string): string {
    const declared = this.#declared.length === 0 ? '' : `(${this.#declared.join(', ')})`;
    return [`${operation} Q${declared} ${selection}`, ...this.#fragments].join('\n');
  }

  selection(type: GraphQLCompositeType, depth: number): string {
    const { dice } = this.from;
    const fields = 'getFields' in type ? Object.values(type.getFields()) : [];
    const open = depth >= DEEPEST ? fields.filter((field) => !isCompositeType(getNamedType(field.type))) : fields;
    const most = depth === 0 ? 2 : 4;
    const written = dice.some(open, 1, most).map((field) => {
      const inner = getNamedType(field.type);
      const below = isCompositeType(inner) ? ` ${this.selection(inner, depth + 1)}` : '';
      const alias = dice.chance(0.1) ? `a${dice.between(0, 9)}: ` : '';
      const directive = dice.chance(0.03) ? ' @include(if: true)' : '';
      return `${alias}${field.name}${this.#arguments(field.args)}${directive}${below}`;
    });
    if (depth > 0 && dice.chance(0.1)) written.push(this.#fragment(type, depth));
    if (dice.chance(0.02)) written.push('nothingLikeThis');
    return `{ ${['__typename', ...written].join(' ')} }`;
  }

  #fragment(type: GraphQLCompositeType, depth: number): string {
    const { dice } = this.from;
    const on = isObjectType(type) ? type : dice.pick(this.schema.getPossibleTypes(type));
    const selection = this.selection(on, Math.max(depth + 1, DEEPEST));
    if (dice.chance(0.5)) return `... on ${on.name} ${selection}`;
    const name = `F${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${on.name} ${selection}`);
    return `...${name}`;
  }

  #arguments(args: readonly GraphQLArgument[]): string {
    const { dice } = this.from;
    const given = args.filter(({ type }) => isNonNullType(type) || dice.chance(0.35));
    if (given.length === 0) return '';
    return `(${given.map((argument) => `${argument.name}: ${this.#argument(argument)}`).join(', ')})`;
  }

  /** A variable, mostly: what literals of the query may say, variables may too. */
  #argument({ name, type }: GraphQLArgument): string {
    const { dice } = this.from;
    const value = dice.chance(0.06) ? anyJson(dice) : this.#value(type, name, 3);
    if (typeof value !== 'object' && dice.chance(0.3)) return this.#literal(value, type);
    const variable = `v${this.#declared.length}`;
    this.#declared.push(`$${variable}: ${String(type)}`);
    this.variables[variable] = value;
    return `$${variable}`;
  }

  #literal(value: unknown, type: GraphQLInputType): string {
    return isEnumType(getNamedType(type)) && typeof value === 'string' ? value || 'x' : JSON.stringify(value);
  }

  #value(type: GraphQLInputType, name: string, depth: number): unknown {
    const { dice } = this.from;
    if (isNonNullType(type)) return this.#value(type.ofType, name, depth);
    if (dice.chance(0.05)) return null;
    if (isListType(type)) return dice.times(0, 3, () => this.#value(type.ofType, name, depth));
    if (isEnumType(type)) return dice.pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type) || dice.chance(0.3));
      return Object.fromEntries(fields.map((field) => [field.name, this.#value(field.type, field.name, depth - 1)]));
    }
    return this.#scalar(getNamedType(type).name, name);
  }

  #scalar(type: string, name: string): unknown {
    const { dice } = this.from;
    switch (type) {
      case 'Int':
        return dice.pick([0, 1, 2, 50, 500, 501, -1, 2 ** 31 - 1, 2 ** 31]);
      case 'Float':
        return dice.pick([0, 0.5, -1, 1e308]);
      case 'Boolean':
        return dice.chance(0.5);
      case 'DateTime':
        return dice.pick([
          '2026-01-01T00:00:00Z',
          '9999-12-31T23:59:59.999999999Z',
          '0000-01-01T00:00:00Z',
          anyText(dice),
        ]);
      case 'JSON':
        return anyJson(dice);
      case 'ID':
        return dice.chance(0.8) && this.ids.length > 0 ? dice.pick(this.ids) : anyText(dice);
      default:
        return name === 'name' && dice.chance(0.7) ? dice.pick(KNOWN.clusters) : anyText(dice);
    }
  }

  get ids(): readonly string[] {
    return this.from.ids;
  }
}
