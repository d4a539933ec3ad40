import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import { ERROR_TABLE, type ErrorCode } from '../outcome/index.js';

/** What the published description says of one operation. Schemas are named by the id that they are registered with. */
export interface OperationDescription {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly answer: { readonly status: number; readonly description: string; readonly schema?: string; readonly types?: readonly string[] };
  /** Further answers that are no errors. */
  readonly also?: readonly { readonly status: number; readonly description: string; readonly schema?: string }[];
  readonly body?: { readonly schema: string; readonly types?: readonly string[]; readonly example?: unknown };
  readonly query?: z.ZodObject;
  /** Takes an Idempotency-Key. */
  readonly idempotent?: boolean;
  readonly problems: readonly ErrorCode[];
}

/** Describes an operation for /openapi.json: its parameters, bodies, answers, and every error with its codes. */
export function Described(operation: OperationDescription): MethodDecorator {
  const { id, summary, description, answer, also = [], body, query, problems } = operation;
  return applyDecorators(
    ApiOperation({ operationId: id, summary, ...(description === undefined ? {} : { description }) }),
    ApiResponse({ status: answer.status, description: answer.description, ...contentOf(answer) }),
    ...also.map((one) => ApiResponse({ status: one.status, description: one.description, ...contentOf(one) })),
    ...(body === undefined ? [] : [ApiBody({ ...(contentOf(body) as { content: Record<string, never> }), required: true })]),
    ...(query === undefined ? [] : queryParameters(query)),
    ...(operation.idempotent === true ? [ApiHeader(IDEMPOTENCY_KEY)] : []),
    ...problemResponses(problems),
  );
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  required: false,
  description: 'The same key and request give the same answer once it is there, with `Idempotent-Replayed: true`.',
  schema: { type: 'string' as const, minLength: 1, maxLength: 255 },
};

export function schemaRef(id: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${id}` };
}

function contentOf({ schema, types = ['application/json'], example }: { schema?: string; types?: readonly string[]; example?: unknown }): object {
  if (schema === undefined) return {};
  const media = (type: string): object => (type.includes('json') || type.includes('yaml') ? { schema: schemaRef(schema) } : { schema: { type: 'string' } });
  return { content: Object.fromEntries(types.map((type) => [type, { ...media(type), ...(example === undefined ? {} : { example }) }])) };
}

function queryParameters(query: z.ZodObject): MethodDecorator[] {
  return Object.entries(query.shape).map(([name, field]) => {
    const { description = '', ...schema } = z.toJSONSchema(field as z.ZodType, { io: 'input' }) as Record<string, unknown> & { description?: string };
    delete schema['$schema'];
    return ApiQuery({ name, required: false, description, schema });
  });
}

/** One response a status: codes that share it are its examples. */
function problemResponses(codes: readonly ErrorCode[]): MethodDecorator[] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERROR_TABLE[code].status, [...(byStatus.get(ERROR_TABLE[code].status) ?? []), code]);
  return [...byStatus].map(([status, all]) => ApiResponse({
    status,
    description: all.map((code) => ERROR_TABLE[code].title).join('; '),
    content: { 'application/problem+json': { schema: schemaRef('Problem'), examples: Object.fromEntries(all.map((code) => [code, { value: example(code) }])) } },
  }));
}

function example(code: ErrorCode): object {
  const { status, title } = ERROR_TABLE[code];
  return { type: `/docs/errors#${code}`, title, status, detail: title, instance: '/v1/clusters/prod', code, requestId: '0199f7a2-0000-7000-8000-000000000000' };
}
