import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import { Operation } from '../caller/index.js';
import { Rules } from '../http/index.js';
import { ERROR_TABLE, ErrorCode } from '../outcome/index.js';

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

/** What may be wrong with any body. */
const BODY_PROBLEMS = [ErrorCode.MALFORMED_BODY, ErrorCode.PAYLOAD_TOO_LARGE, ErrorCode.UNSUPPORTED_MEDIA_TYPE];

/**
 * Names an operation, and says what it takes and answers: to the router, which refuses anything else, and to
 * /openapi.json, with every error and its codes. How the body comes, `@Accepts` says, and `@Idempotent` and
 * `@Conditional` whether the request may have a key and conditions.
 */
export function Described(operation: OperationDescription): MethodDecorator {
  const { id, summary, description, answer, also = [], body, query } = operation;
  const problems = new Set([
    ...operation.problems,
    ...(body === undefined ? [] : BODY_PROBLEMS),
    // Past states are heavy.
    ...(query === undefined || !('at' in query.shape) ? [] : [ErrorCode.TOO_MANY_REQUESTS]),
  ]);
  return applyDecorators(
    Operation(id),
    Rules({ answers: typesOf(answer), fields: fieldsOf(body), ...(query === undefined ? {} : { query }) }),
    ApiOperation({ operationId: id, summary, description }),
    ...[answer, ...also].map((one) =>
      ApiResponse({ status: one.status, description: one.description, ...contentOf(one) }),
    ),
    ...(body === undefined ? [] : bodyOf(body)),
    ...(query === undefined ? [] : queryParameters(query)),
    ...problemResponses([...problems]),
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
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) throw new Error('a described schema has an id');
  return { $ref: `#/components/schemas/${id}` };
}

function contentOf({ schema, types = [JSON_TYPE], shapes = {} }: Pick<Answer, 'schema' | 'types' | 'shapes'>): {
  readonly content?: Record<string, object>;
} {
  if (schema === undefined) return {};
  const media = (type: string): object =>
    /json$|yaml$/.test(type) && type !== 'application/x-ndjson'
      ? { schema: schemaRef(shapes[type] ?? schema) }
      : { schema: { type: 'string' } };
  return { content: Object.fromEntries(types.map((type) => [type, media(type)])) };
}

function bodyOf({ schema, example }: NonNullable<OperationDescription['body']>): MethodDecorator[] {
  const examples = example === undefined ? {} : { examples: { example: { value: example } } };
  return [ApiBody({ required: true, schema: schemaRef(schema), ...examples })];
}

function queryParameters(query: z.ZodObject): MethodDecorator[] {
  return Object.entries(query.shape).map(([name, field]) => {
    const { description = '', ...schema } = z.toJSONSchema(field as z.ZodType, { io: 'input' }) as Record<
      string,
      unknown
    > & { description?: string };
    delete schema['$schema'];
    return ApiQuery({ name, required: false, description, schema });
  });
}

/** One response a status: codes that share it are its examples. */
function problemResponses(codes: readonly ErrorCode[]): MethodDecorator[] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes)
    byStatus.set(ERROR_TABLE[code].status, [...(byStatus.get(ERROR_TABLE[code].status) ?? []), code]);
  return [...byStatus].map(([status, all]) =>
    ApiResponse({
      status,
      description: all.map((code) => ERROR_TABLE[code].title).join('; '),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(all.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
    }),
  );
}
