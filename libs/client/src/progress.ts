import type { Schemas } from './api-types.js';
import type { BerthClient } from './berth-client.js';
import { linesOf } from './streams.js';

/** A line that says how far it is, or the last one, which is the report. The document describes only the latter. */
export type ProgressLine<Progress, Report> = { readonly progress: Progress } | Report;

/** How far a replay is. */
export interface ReplayProgress {
  readonly decisions: number;
  readonly identical: number;
  readonly different: number;
  readonly notComparable: number;
  readonly total: number;
}

/** How far a verification is. */
export interface VerificationProgress {
  readonly cluster: string;
  readonly number: number;
  readonly clusters: number;
  readonly stage: string;
  readonly changes: number;
  readonly decisions: number;
}

/**
 * Has decisions of a cluster made again, all of them or those that `which` names. @throws ServiceError, AnswerCutOff
 */
export async function* replay(
  client: BerthClient,
  cluster: string,
  which: Schemas['ReplayInput'] = {},
): AsyncGenerator<ProgressLine<ReplayProgress, Schemas['ReplayReport']>> {
  for await (const line of linesOf(await post(client, `/v1/clusters/${encodeURIComponent(cluster)}/replays`, which)))
    yield line as ProgressLine<ReplayProgress, Schemas['ReplayReport']>;
}

/** Has what is stored verified, all of it or one cluster's. @throws ServiceError, AnswerCutOff */
export async function* verify(
  client: BerthClient,
  which: Schemas['VerificationRequest'] = {},
): AsyncGenerator<ProgressLine<VerificationProgress, Schemas['Verification']>> {
  for await (const line of linesOf(await post(client, '/v1/verifications', which)))
    yield line as ProgressLine<VerificationProgress, Schemas['Verification']>;
}

function post(client: BerthClient, path: string, body: object): Promise<Response> {
  return client.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
    body: JSON.stringify(body),
  });
}
