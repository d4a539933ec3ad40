import { ArgsType, Field, ID } from '@nestjs/graphql';
import { RunViewService } from '#scheduling';
import { ok } from '#requests';
import { z } from 'zod';
import { ClusterModel } from '../clusters/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { RunModel, runRef } from '../scheduling/index.js';
import { comparisonPage, comparisonQuery, runPartPage, runPartsQuery } from './run-view.schema.js';
import { RunComparisonModel, RunPartConnection } from './run-views.model.js';

const tag = 'scheduling';
const permission = inNamespace('viewer');
const uses = { views: RunViewService };
const problems = [ErrorCode.RUN_NOT_FOUND];

@ArgsType()
class CompareRunsArgs {
  @Field(() => ID, { description: 'A run, by global id or plain id; may be a dry run.' })
  readonly base!: string;

  @Field(() => ID, { description: 'The run to compare with.' })
  readonly other!: string;
}

export const listRunParts = operation({
  name: 'listRunParts',
  route: 'GET /v1/clusters/:cluster/runs/:run/parts',
  tag,
  permission,
  summary: 'List the parts of a run',
  description: 'The committed parts, each of which is one revision, in order. A dry run has none.',
  uses,
  query: runPartsQuery,
  answer: { status: 200, description: 'A page of parts.', schema: runPartPage },
  problems,
  pages: { place: z.number().int() },
  run: async ({ views }, { caller, path, page }) => {
    const found = await views.parts(caller, path, page);
    if (found.refused) return found;
    const { items, more } = found.value;
    return ok({ items, next: more ? (items.at(-1)?.part ?? null) : null });
  },
}).connection({
  on: () => RunModel,
  name: 'partList',
  type: () => RunPartConnection,
  list: 'runParts',
  parts: ['count'],
  forward: true,
  placeOf: ([place]) => Number(place),
  partsOf: ({ part }) => [String(part)],
  asked: ({ run: { cluster, id } }) => ({ cluster, run: id }),
  node: (part) => part,
});

export const compareRuns = operation({
  name: 'compareRuns',
  route: 'GET /v1/clusters/:cluster/runs/:run/comparison',
  tag,
  permission,
  summary: 'Compare two runs',
  description:
    'The results of this run and another one of the same cluster for each pod: counts, and the pods with different ' +
    'results. The last attempt of a pod counts.',
  uses,
  query: comparisonQuery,
  answer: { status: 200, description: 'The counts, and a page of pods.', schema: comparisonPage },
  problems,
  pages: { place: z.object({ namespace: z.string(), name: z.string() }) },
  run: async ({ views }, { caller, path: { cluster, run: base }, query: { with: other }, page }) => {
    const counts = await views.compare(caller, cluster, { base, other });
    if (counts.refused || page.pageSize === 0) return counts.refused ? counts : ok({ counts: counts.value, ...NONE });
    const found = await views.differences(caller, { cluster, pair: { base, other } }, page);
    if (found.refused) return found;
    const { items, more } = found.value;
    const last = items.at(-1);
    const next = more && last !== undefined ? { namespace: last.namespace, name: last.name } : null;
    return ok({ counts: counts.value, items, next });
  },
}).field({
  on: () => ClusterModel,
  name: 'compareRuns',
  description: 'The results of two of its runs for each pod: counts, and the pods with different results.',
  type: () => RunComparisonModel,
  args: CompareRunsArgs,
  asked: ({ uid }, { base, other }) => ({ cluster: uid, run: runRef(base), with: runRef(other) }),
  show: ({ counts }, { uid }, { base, other }) =>
    new RunComparisonModel({ cluster: uid, pair: { base: runRef(base), other: runRef(other) } }, counts),
});

/** Fields of GraphQL ask for the pods by themselves. */
const NONE = { items: [], next: null };
