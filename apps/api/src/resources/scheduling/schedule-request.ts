import type { PodRequest, ScheduleRequest } from '#scheduling';
import { parseLabelSelector, shownValue } from '#apimachinery';
import type { z } from 'zod';
import { RequestRefused } from '../../ground/outcome/index.js';
import type { podsAsked, runBody } from './run.schema.js';

/** The seed of runs that give none. */
export const NO_SEED = '0';

/** A validated body as the service takes it. @throws RequestRefused for a selector that cannot be read. */
export function scheduleRequestOf(cluster: string, body: z.output<typeof runBody>): ScheduleRequest {
  const { pods, profile, tieBreak, seed, preemption, dryRun, allowEmpty, baseRevision } = body;
  return {
    cluster,
    pods: podRequestOf(pods),
    tieBreak,
    seed: BigInt(seed ?? NO_SEED),
    preemption,
    dryRun,
    allowEmpty,
    ...(profile === undefined ? {} : { profile }),
    ...(baseRevision === undefined ? {} : { baseRevision }),
  };
}

/** Which pods, as the service takes it. @throws RequestRefused for a selector that cannot be read. */
export function podRequestOf(pods: z.output<typeof podsAsked>): PodRequest {
  if ('names' in pods) return pods;
  const { namespace, labelSelector } = pods;
  const inNamespace = namespace === undefined ? {} : { namespace };
  if (labelSelector === undefined) return inNamespace;
  const parsed = parseLabelSelector(labelSelector);
  if ('requirements' in parsed)
    return { ...inNamespace, labels: { selector: labelSelector, requirements: parsed.requirements } };
  const message = `Invalid value: ${shownValue(labelSelector)}: at character ${parsed.position}: ${parsed.problem}`;
  throw RequestRefused.invalid([{ field: 'pods.labelSelector', reason: 'FieldValueInvalid', message }]);
}
