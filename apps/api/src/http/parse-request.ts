import { MOST_PROBLEMS, type FieldProblem } from '#kubernetes';
import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { fieldOf, RequestRefused } from '../outcome/index.js';

/** A body or query that fits its schema. @throws RequestRefused with every problem at once. */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  throw RequestRefused.invalid(parsed.error.issues.flatMap(problemsOf));
}

/**
 * The one pipe of bodies and queries, `@Query(valid(listQuery)) query: z.output<typeof listQuery>`: what does not fit
 * the schema is refused with every problem at once.
 */
export function valid<Schema extends z.ZodType>(schema: Schema): PipeTransform<unknown, z.output<Schema>> {
  return { transform: (input) => parseRequest(schema, input) };
}

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MOST_PROBLEMS)
      .map((key) => ({
        field: fieldOf([...path, key]),
        reason: 'FieldValueForbidden' as const,
        message: 'there is no such field',
      }));
  }
  if (issue.code === 'invalid_union') return unionProblems(issue);
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  return [
    {
      field: fieldOf(path),
      reason: missing ? 'FieldValueRequired' : 'FieldValueInvalid',
      message: missing ? 'Required value' : issue.message,
    },
  ];
}

/** Of a union that fits nowhere, the branch that knows most of the fields is the one that was meant. */
function unionProblems(issue: z.core.$ZodIssueInvalidUnion): FieldProblem[] {
  const branches = issue.errors.map((branch) =>
    branch.flatMap((one) => problemsOf({ ...one, path: [...issue.path, ...one.path] })),
  );
  const [best] = branches.sort((a, b) => unknownFields(a) - unknownFields(b) || a.length - b.length);
  return best ?? [{ field: fieldOf(issue.path), reason: 'FieldValueInvalid', message: issue.message }];
}

function unknownFields(problems: readonly FieldProblem[]): number {
  return problems.filter(({ reason }) => reason === 'FieldValueForbidden').length;
}
