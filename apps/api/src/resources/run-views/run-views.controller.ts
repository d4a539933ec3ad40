import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RunViewService, type ComparedPod, type RunComparison, type RunPart } from '#scheduling';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { PageTokens, valid, type ListPage } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { comparisonPage, comparisonQuery, runPartPage, runPartsQuery } from './run-view.schema.js';

const PROBLEMS = [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.RUN_NOT_FOUND];

const podPlace = z.object({ namespace: z.string(), name: z.string() });

interface RunPath {
  readonly cluster: string;
  readonly run: string;
}

/** What runs were made of, and how two of them differ. */
@ApiTags('scheduling')
@Controller('v1/clusters/:cluster/runs/:run')
export class RunViewsController {
  constructor(private readonly views: RunViewService) {}

  @Get('parts')
  @Described({
    id: 'listRunParts',
    summary: 'List the parts of a run',
    description: 'The committed parts, each of which is one revision. A dry run has none.',
    query: runPartsQuery,
    answer: { status: 200, description: 'A page of parts.', schema: runPartPage },
    problems: PROBLEMS,
  })
  async parts(
    @Caller() caller: Caller,
    @Param() { cluster, run }: RunPath,
    @Query(valid(runPartsQuery)) { pageSize, pageToken }: z.output<typeof runPartsQuery>,
  ): Promise<ListPage<RunPart>> {
    const tokens = new PageTokens(z.number().int(), ['parts', cluster, run]);
    const after = tokens.read(pageToken);
    const page = { pageSize, ...(after === undefined ? {} : { after }) };
    const { items, more } = accepted(await this.views.parts(caller, { cluster, run }, page));
    return tokens.page(items, more ? (items.at(-1)?.part ?? null) : null);
  }

  @Get('comparison')
  @Described({
    id: 'compareRuns',
    summary: 'Compare two runs',
    description:
      'The results of this run and another one of the same cluster for each pod: counts, and the pods with ' +
      'different results. The last attempt of a pod counts.',
    query: comparisonQuery,
    answer: { status: 200, description: 'The counts, and a page of pods.', schema: comparisonPage },
    problems: PROBLEMS,
  })
  async compare(
    @Caller() caller: Caller,
    @Param() { cluster, run }: RunPath,
    @Query(valid(comparisonQuery)) { with: other, pageSize, pageToken }: z.output<typeof comparisonQuery>,
  ): Promise<ListPage<ComparedPod> & { readonly counts: RunComparison }> {
    const tokens = new PageTokens(podPlace, ['comparison', cluster, run, other]);
    const after = tokens.read(pageToken);
    const pair = { base: run, other };
    const page = { pageSize, ...(after === undefined ? {} : { after }) };
    const counts = accepted(await this.views.compare(caller, cluster, pair));
    const { items, more } = accepted(await this.views.differences(caller, { cluster, pair }, page));
    const last = items.at(-1);
    return {
      counts,
      ...tokens.page(items, more && last !== undefined ? { namespace: last.namespace, name: last.name } : null),
    };
  }
}
