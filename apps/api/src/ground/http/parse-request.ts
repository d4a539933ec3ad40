import { didYouMean, MOST_PROBLEMS, type FieldProblem } from '#apimachinery';
import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { fieldOf, RequestRefused } from '../outcome/index.js';

/** What the fields of a schema are called: those of a body, or the parameters of a query. */
export type FieldNoun = 'field' | 'parameter';

/** A body or query that fits its schema. @throws RequestRefused with every problem at once. */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  noun: FieldNoun = 'field',
): z.output<Schema> {
  const { data, problems } = checked(schema, input, noun);
  if (problems.length > 0) throw RequestRefused.invalid(problems);
  return data as z.output<Schema>;
}

/** Everything that keeps a body or query from fitting its schema. */
export function requestProblems(schema: z.ZodType, input: unknown, noun: FieldNoun = 'field'): readonly FieldProblem[] {
  return checked(schema, input, noun).problems;
}

/**
 * The one pipe of bodies and queries, `@Query(valid(listQuery)) query: z.output<typeof listQuery>`: what does not fit
 * the schema is refused with every problem at once.
 */
export function valid<Schema extends z.ZodType>(schema: Schema): PipeTransform<unknown, z.output<Schema>> {
  return { transform: (input, { type }) => parseRequest(schema, input, type === 'query' ? 'parameter' : 'field') };
}

function checked(
  schema: z.ZodType,
  input: unknown,
  noun: FieldNoun,
): { readonly data?: unknown; readonly problems: readonly FieldProblem[] } {
  const known: KnownKeys = new Map();
  const parsed = schema.safeParse(input ?? {}, { error: (issue) => worded(issue, known) });
  if (parsed.success) return { data: parsed.data, problems: [] };
  return { problems: parsed.error.issues.flatMap((issue) => problemsOf(issue, { noun, known })) };
}

/** What could have been meant where keys are unknown, by the list of these keys. */
type KnownKeys = Map<readonly string[], readonly string[]>;

interface Telling {
  readonly noun: FieldNoun;
  readonly known: KnownKeys;
}

/**
 * The text of an issue, where it takes what is known only while the issue is looked for: the word that was
 * given, or the keys that its schema has, which are noted.
 */
function worded(issue: z.core.$ZodRawIssue, known: KnownKeys): string | undefined {
  if (issue.code === 'invalid_value' && typeof issue.input === 'string') {
    const words = issue.values.map(String);
    return `must be ${words.length === 1 ? '' : 'one of '}${words.join(', ')}${didYouMean(issue.input, words)}`;
  }
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
  if (issue.code === 'too_small' && issue.origin === 'number' && issue.inclusive === true)
    return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big' && issue.origin === 'number' && issue.inclusive === true)
    return `must be at most ${issue.maximum}`;
  if (issue.code === 'invalid_type' && issue.expected === 'array' && issue.input !== undefined) return 'must be a list';
  if (issue.code !== 'unrecognized_keys') return undefined;
  const { shape } = (issue.inst as z.ZodObject | undefined)?.def ?? {};
  known.set(issue.keys, Object.keys(shape ?? {}));
  return undefined;
}

function problemsOf(issue: z.core.$ZodIssue, telling: Telling): FieldProblem[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MOST_PROBLEMS)
      .map((key) => ({
        field: fieldOf([...path, key]),
        reason: 'FieldValueForbidden' as const,
        message: `there is no such ${telling.noun}${didYouMean(key, telling.known.get(issue.keys) ?? [])}`,
      }));
  }
  if (issue.code === 'invalid_union') return unionProblems(issue, telling);
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  const repeated = telling.noun === 'parameter' && issue.message.endsWith('received array');
  return [
    {
      field: fieldOf(path),
      reason: missing ? 'FieldValueRequired' : 'FieldValueInvalid',
      message: missing ? 'Required value' : repeated ? 'is given more than once' : issue.message,
    },
  ];
}

/** Of a union that fits nowhere, the branch that knows most of the fields is the one that was meant. */
function unionProblems(issue: z.core.$ZodIssueInvalidUnion, telling: Telling): FieldProblem[] {
  const branches = issue.errors.map((branch) =>
    branch.flatMap((one) => problemsOf({ ...one, path: [...issue.path, ...one.path] }, telling)),
  );
  const [best] = branches.sort((a, b) => unknownFields(a) - unknownFields(b) || a.length - b.length);
  return best ?? [{ field: fieldOf(issue.path), reason: 'FieldValueInvalid', message: issue.message }];
}

function unknownFields(problems: readonly FieldProblem[]): number {
  return problems.filter(({ reason }) => reason === 'FieldValueForbidden').length;
}
