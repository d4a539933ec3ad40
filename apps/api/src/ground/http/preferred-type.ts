import type { FastifyRequest } from 'fastify';
import { ErrorCode, RequestRefused } from '../outcome/index.js';

/**
 * Which of the types on offer a caller prefers (RFC 9110 12.5.1); the first where it does not say.
 * @throws RequestRefused when it takes none.
 */
export function preferredType<Type extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: readonly [Type, ...Type[]],
): Type {
  const { accept } = headers;
  if (accept === undefined || accept.trim() === '') return offered[0];
  const ranges = accept.split(',').map(rangeOf);
  let best: { readonly type: Type; readonly weight: number } | undefined;
  for (const type of offered) {
    const weight = weightOf(type, ranges);
    if (weight > (best?.weight ?? 0)) best = { type, weight };
  }
  if (best === undefined)
    throw RequestRefused.with(ErrorCode.NOT_ACCEPTABLE, `the answer is served as ${offered.join(', ')}`);
  return best.type;
}

interface AcceptRange {
  readonly type: string;
  readonly weight: number;
}

function rangeOf(text: string): AcceptRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

/** The most specific range decides. */
function weightOf(type: string, ranges: readonly AcceptRange[]): number {
  for (const pattern of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const weights = ranges.filter((range) => range.type === pattern).map((range) => range.weight);
    if (weights.length > 0) return Math.max(...weights);
  }
  return 0;
}
