import { ownField } from '#json';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiExtension, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import { Operation } from '../caller/index.js';
import { Rules } from '../http/index.js';
import { ErrorCode } from '../outcome/index.js';
import { componentOf } from './component-of.js';
import { CODES } from './document-types.js';
import { parametersOf } from './parameters.js';

/** What the published description says of one operation. Schemas are those that were registered with an id. */
export interface OperationDescription {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly answer: Answer;
  /** Further answers that are no errors. */
  readonly also?: readonly Answer[];
  readonly body?: { readonly schema: z.ZodType; readonly example?: unknown };
  readonly query?: z.ZodObject;
  /** What this operation may be refused for; what any may be, `answers.ts` adds. */
  readonly problems: readonly ErrorCode[];
}

interface Answer {
  readonly status: number;
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly types?: readonly string[];
  /** Of types that say it in another shape. */
  readonly shapes?: Readonly<Record<string, z.ZodType>>;
}

const JSON_TYPE = 'application/json';

/**
 * Names an operation, and says what it takes and answers: to the router, which refuses anything else, and to
 * /openapi.json, with every error and its codes. How the body comes, `@Accepts` says, and `@Idempotent` and
 * `@Conditional` whether the request may have a key and conditions.
 */
export function Described(operation: OperationDescription): MethodDecorator {
  const { id, summary, description, answer, also = [], body, query, problems } = operation;
  return applyDecorators(
    Operation(id),
    Rules({ answers: typesOf(answer), fields: fieldsOf(body), ...(query === undefined ? {} : { query }) }),
    ApiOperation({ operationId: id, summary, description }),
    ...[answer, ...also].map((one) =>
      ApiResponse({ status: one.status, description: one.description, ...contentOf(one) }),
    ),
    ...(body === undefined ? [] : bodyOf(body)),
    ...(query === undefined
      ? []
      : parametersOf(query).map(({ in: _, ...parameter }) => ApiQuery(parameter as Parameters<typeof ApiQuery>[0]))),
    ApiExtension(CODES, [...problems]),
  );
}

/** The media types that an answer may have. */
function typesOf({ schema, types }: Answer): readonly string[] {
  return types ?? (schema === undefined ? [] : [JSON_TYPE]);
}

/** The fields of a body, where it is one object. */
function fieldsOf(body: OperationDescription['body']): readonly string[] | undefined | null {
  if (body === undefined) return null;
  return body.schema instanceof z.ZodObject ? Object.keys(body.schema.shape) : undefined;
}

/** A registered schema is a component. */
function schemaRef(schema: z.ZodType): { readonly $ref: string } {
  const id = componentOf(schema)?.id;
  if (id === undefined) throw new Error('a described schema has an id');
  return { $ref: `#/components/schemas/${id}` };
}

function contentOf({ schema, types = [JSON_TYPE], shapes = {} }: Pick<Answer, 'schema' | 'types' | 'shapes'>): {
  readonly content?: Record<string, object>;
} {
  if (schema === undefined && types.includes('application/json')) return {};
  const media = (type: string): object => ({ schema: schemaOf(type, ownField(shapes, type) ?? schema) });
  return { content: Object.fromEntries(types.map((type) => [type, media(type)])) };
}

/** JSON is described by its schema, and so is what is a text in any case; other formats are texts, or bytes. */
function schemaOf(type: string, schema: z.ZodType | undefined): object {
  if (type === 'application/gzip') return { type: 'string', contentMediaType: type };
  const isJson = /json$/.test(type) && type !== 'application/x-ndjson';
  return schema !== undefined && (isJson || schema instanceof z.ZodString) ? schemaRef(schema) : { type: 'string' };
}

function bodyOf({ schema, example }: NonNullable<OperationDescription['body']>): MethodDecorator[] {
  const examples = example === undefined ? {} : { examples: { example: { value: example } } };
  // Where nothing need be said, no body says it.
  const required = !schema.safeParse({}).success;
  return [ApiBody({ required, schema: schemaRef(schema), ...examples })];
}
