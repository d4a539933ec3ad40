import type { Schemas } from './api-types.js';
import type { BerthClient } from './berth-client.js';
import { untilEnded } from './until-ended.js';

type Operation = Schemas['Operation'];

/** Has decisions of a cluster made again, all of them or those that `which` names; waiting is optional. */
export async function startReplay(
  client: BerthClient,
  cluster: string,
  which: Omit<Schemas['ReplayInput'], 'wait'> = {},
): Promise<Operation> {
  const body = { ...which, wait: false };
  return begun(await client.post('/v1/clusters/{cluster}/replays', { params: { path: { cluster } }, body }));
}

/** Lets time pass in a cluster, or sets how it passes; waiting is optional. */
export async function startClockMove(
  client: BerthClient,
  cluster: string,
  move: Omit<Schemas['ClockMove'], 'wait'>,
): Promise<Operation> {
  const body = { ...move, wait: false };
  return begun(await client.post('/v1/clusters/{cluster}/clock', { params: { path: { cluster } }, body }));
}

/** Has what is stored verified, all of it or one cluster's; waiting is optional. */
export async function startVerification(
  client: BerthClient,
  which: Omit<Schemas['VerificationRequest'], 'wait'> = {},
): Promise<Operation> {
  return begun(await client.post('/v1/verifications', { body: { ...which, wait: false } }));
}

/** Has the same pods placed on two sides; waiting is optional. */
export async function startComparison(
  client: BerthClient,
  cluster: string,
  which: Omit<Schemas['ComparisonInput'], 'wait'>,
): Promise<Operation> {
  const body = { ...which, wait: false };
  return begun(await client.post('/v1/clusters/{cluster}/comparisons', { params: { path: { cluster } }, body }));
}

/**
 * Polls an operation until it has ended, and returns it; `onProgress` is called each time that it has not ended.
 */
export function endOfOperation(
  client: BerthClient,
  { id: operation }: Pick<Operation, 'id'>,
  onProgress: (operation: Operation) => void = () => undefined,
): Promise<Operation> {
  const params = { path: { operation } };
  return untilEnded(() => client.get('/v1/operations/{operation}', { params }), onProgress);
}

/** What is not waited for is answered with its operation. */
function begun(answer: object): Operation {
  return answer as Operation;
}
