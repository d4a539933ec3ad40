import { ownField } from '#json';
import { ArgsType, Field } from '@nestjs/graphql';
import type { Report, ReportQuestion } from '#audit';
import { ok } from '#requests';
import { DecisionReportService, type ReportRequest } from '#scheduling';
import { z } from 'zod';
import { ClusterModel } from '../../clusters/index.js';
import { inNamespace } from '../../../ground/caller/index.js';
import { argsOf, connectionOf, PageArgs, shown, typeOf } from '../../../ground/graphql/index.js';
import { day, isOfLate, pageQuery, publishedAs } from '../../../ground/http/index.js';
import { operation, type AnyOperation } from '../../../ground/operation/index.js';
import { ErrorCode, RequestRefused } from '../../../ground/outcome/index.js';

/** What a row is called by: the names of its group; a stretch of time is the day that it begins with. */
type Group = Readonly<Record<string, string | null>>;

/** A report over the decisions of a cluster. */
interface DecisionReport<Question extends ReportQuestion, Row> {
  readonly name: string;
  /** The last part of its path. */
  readonly path: string;
  readonly field: string;
  readonly summary: string;
  readonly description: string;
  readonly report: Report<Question, Row>;
  readonly problems?: readonly ErrorCode[];
  /** What rows are grouped by, beside stretches of time. */
  readonly by: z.ZodEnum<Record<string, string>>;
  readonly filter: z.ZodRawShape;
  /** What is asked beside the groups and the filter. */
  readonly order?: z.ZodRawShape;
  /** Arguments of GraphQL as REST has them: ids that are global there. */
  readonly fromGraphql?: (args: Readonly<Record<string, unknown>>) => object;
  /** The type of a row: its name, what one is, and what it measures. */
  readonly row: { readonly name: string; readonly about: string; readonly what: string; readonly shape: z.ZodRawShape };
  readonly groups: Readonly<Record<string, string>>;
  readonly page: { readonly id: string; readonly description: string };
}

const span = {
  since: day
    .optional()
    .describe('Start of the period, inclusive: a date, a midnight (UTC), or `7d`, the midnight 7 days ago.'),
  until: day.optional().describe('End of the period, exclusive; same formats as `since`.'),
};
const STRETCHES = ['day', 'week', 'month'];

/** A report on both faces: rows as JSON, CSV and NDJSON, and a connection of the cluster. */
export function decisionReport<Question extends ReportQuestion, Row>(
  said: DecisionReport<Question, Row>,
): AnyOperation {
  const { name, path, field, summary, description, report, by, filter, order = {}, row, page } = said;
  const { fromGraphql = (args) => args } = said;
  const query = z.strictObject({ groupBy: namesText(by.options), ...filter, ...span, ...order, ...pageQuery });
  const item = rowOf(said);
  const schema = z.object({ items: z.array(item), nextPageToken: z.string().optional() }).meta(page);
  const asked = z.strictObject({ ...filter, ...span, ...order });

  @ArgsType()
  class ReportArgs extends argsOf(asked, {}, PageArgs) {
    @Field(typeOf(z.array(by)), { description: 'What to group by; at most one of day, week and month.' })
    readonly groupBy!: readonly string[];
  }

  return operation({
    name,
    route: `GET /v1/clusters/:cluster/${path}`,
    tag: 'decisions',
    permission: inNamespace('viewer'),
    summary,
    description,
    uses: { reports: DecisionReportService },
    query,
    answer: { status: 200, description: 'A page of groups.', schema },
    problems: [ErrorCode.NOT_ACCEPTABLE, ErrorCode.TOO_MANY_REQUESTS, ...(said.problems ?? [])],
    lasts: ({ query: given }) => (isOfLate(given) ? 'changing' : 'log'),
    pages: { place: z.number().int().min(0) },
    run: async ({ reports }, { caller, path: { cluster }, query: given, page: { pageSize, after: offset = 0 } }) => {
      const request = { ...questionOf(given, Object.keys(order)), pageSize, offset };
      const found = await reports.page(caller, { report, cluster }, request as unknown as ReportRequest<Question>);
      return found.refused ? found : ok({ items: found.value.items, next: found.value.nextOffset });
    },
  }).rows<ClusterModel, ReportArgs>({
    on: () => ClusterModel,
    name: field,
    description,
    type: (
      (Connection) => () =>
        Connection
    )(connectionOf<object>(item, { name: row.name, what: row.what, counted: false })),
    args: ReportArgs,
    list: field,
    asked: ({ uid }, args) => ({ cluster: uid, ...fromGraphql({ ...checked(args) }) }),
  });
}

/** What groups a report, what it is ordered by, and the rest: what it is about. */
function questionOf(given: object, ordering: readonly string[]): object {
  const isFilter = ([name]: readonly [string, unknown]): boolean => name !== 'groupBy' && !ordering.includes(name);
  const entries = Object.entries(given);
  return {
    ...Object.fromEntries(entries.filter((entry) => !isFilter(entry))),
    filter: Object.fromEntries(entries.filter(isFilter)),
  };
}

/** @throws RequestRefused for what REST refuses by its schema */
function checked<Args extends { readonly groupBy: readonly string[]; readonly top?: unknown }>(args: Args): Args {
  const { groupBy, top } = args;
  if (groupBy.length === 0) throw refused('groupBy', 'FieldValueRequired', 'Required value: must name at least one');
  if (typeof top === 'number' && top < 1)
    throw refused('top', 'FieldValueInvalid', `Invalid value: ${top}: must be above 0`);
  return args;
}

function refused(field: string, reason: 'FieldValueInvalid' | 'FieldValueRequired', message: string): RequestRefused {
  return RequestRefused.invalid([{ field, reason, message }]);
}

/** A row: REST has its group as an object, GraphQL each name of it as a field. */
function rowOf({ by, groups, row: { name, about, shape } }: DecisionReport<never, unknown>): z.ZodObject {
  const group = z
    .partialRecord(by, z.string().nullable())
    .describe('By the names of `groupBy`; a day, week or month is given by its first day.');
  const nameOf = (names: readonly string[], what: string) => ({
    type: () => String,
    nullable: true as const,
    description: `${what}; null if \`groupBy\` does not contain it.`,
    of: ({ group: of }: { readonly group: Group }) =>
      names.map((one) => ownField(of, one)).find((value) => value != null) ?? null,
  });
  const also = Object.fromEntries(Object.entries(groups).map(([one, what]) => [one, nameOf([one], what)]));
  const from = nameOf(STRETCHES, 'First day of the day, week or month: `2026-01-31`');
  return shown(z.object({ group: shown(group, { hidden: true }), ...shape }), { name, about, also: { from, ...also } });
}

function namesText(names: readonly string[]) {
  const list = z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)).min(1));
  return publishedAs(list, { type: 'array', items: { type: 'string', enum: names } }).describe(
    'What to count by, comma-separated; at most one of day, week and month. Weeks begin on Monday.',
  );
}
