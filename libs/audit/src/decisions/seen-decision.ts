import { sees, type Sight } from '#access';
import type { Decision } from './decision.js';

/** A decision about a pod that a reader sees, without the names of what they do not: other victims are counted. */
export function seenDecision(sight: Sight, decision: Decision): Decision {
  if (sight.kind === 'all') return decision;
  const victims = decision.victims.filter(({ namespace }) => sees(sight, namespace));
  return { ...decision, victims, otherVictims: decision.victims.length - victims.length, redacted: true };
}
