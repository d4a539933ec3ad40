import { ownField } from '#json';
import type { FieldProblem } from '#apimachinery';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { RequestRefused } from '../outcome/index.js';
import { requestProblems } from './parse-request.js';
import { preferredType } from './preferred-type.js';
import { DEFAULT_RULES, rulesOf, type RouteRules } from './route.js';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Headers that make a request something else than it is without them, and what a route says that takes them. */
const MEANING = [
  ['Idempotency-Key', 'takesKey'],
  ['If-Match', 'takesConditions'],
  ['If-None-Match', 'takesConditions'],
] as const;

/**
 * Refuses, before anything is done, what a request asks for and its route does not do: parameters that it does not
 * have, conditions and keys that it does not look at, a body where it has none, and answers of types that it does not
 * make. Done as if it had not been said, a dry run would delete.
 */
export function refuseUnasked(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? undefined : refusalOf(() => checkHead(request, rulesOf(request) ?? DEFAULT_RULES)));
  });
  fastify.addHook('preHandler', (request, _reply, done) => {
    done(request.is404 ? undefined : refusalOf(() => checkBody(request, rulesOf(request) ?? DEFAULT_RULES)));
  });
}

function checkHead(request: FastifyRequest, rules: RouteRules): void {
  if (rules.isLenient) request.query = firstValues(request.query as Readonly<Record<string, unknown>>, rules);
  const problems = [...queryProblems(request, rules), ...headerProblems(request, rules)];
  if (problems.length > 0) throw RequestRefused.invalid(problems);
  const [usual, ...others] = rules.answers;
  // Probes are answered with every `accept` header, as an API server does.
  if (usual !== undefined && request.url.startsWith('/v1/')) preferredType(request, [usual, ...others]);
}

/** Of a parameter that is given twice the first value counts, where the route does not take a list of it. */
function firstValues(query: Readonly<Record<string, unknown>>, rules: RouteRules): object {
  const shape: Readonly<Record<string, z.ZodType>> = rules.query.shape;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const isFirst = Array.isArray(value) && ownField(shape, name)?.safeParse(value).success !== true;
      return [name, isFirst ? (value[0] as unknown) : value];
    }),
  );
}

function* queryProblems({ method, query }: FastifyRequest, rules: RouteRules): Iterable<FieldProblem> {
  const isPast = 'at' in (query as object) && !('at' in rules.query.shape) && !READING.has(method);
  if (isPast) yield { field: 'at', reason: 'FieldValueForbidden', message: 'Forbidden: the past is read-only' };
  if (rules.isLenient) return;
  for (const problem of requestProblems(rules.query, query, 'parameter')) {
    const { field } = problem;
    if (field === 'at' && isPast) continue;
    if (Object.hasOwn(rules.query.shape, field)) yield problem;
    else if (rules.fields?.includes(field) === true)
      yield { ...problem, message: 'there is no such parameter: it is a field of the body' };
    else yield problem;
  }
}

function* headerProblems({ method, headers }: FastifyRequest, rules: RouteRules): Iterable<FieldProblem> {
  if (READING.has(method)) return;
  for (const [field, takes] of MEANING) {
    if (ownField(headers, field.toLowerCase()) !== undefined && !rules[takes])
      yield { field, reason: 'FieldValueForbidden', message: 'is not supported here: send the request without it' };
  }
}

function checkBody({ body }: FastifyRequest, { fields }: RouteRules): void {
  if (fields !== null || body === undefined || body === null) return;
  const given = typeof body === 'object' ? Object.keys(body) : [''];
  if (given.length === 0) return;
  throw RequestRefused.invalid(
    given.map((field) => ({
      field,
      reason: 'FieldValueForbidden',
      message: 'there is no such field: no body is read',
    })),
  );
}

function refusalOf(check: () => void): Error | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
