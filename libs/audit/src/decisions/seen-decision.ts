import { sees, type Sight } from '#access';
import type { Decision } from './decision.js';

/** A decision about a pod that a reader sees, without the names of what they do not: other victims are counted. */
export function seenDecision(sight: Sight, decision: Decision): Decision {
  if (sight.kind === 'all') return decision;
  const victims = decision.victims.filter(({ namespace }) => sees(sight, namespace));
  const otherVictims = decision.victims.length - victims.length;
  return { ...decision, ...seenEviction(sight, decision), victims, otherVictims, redacted: true };
}

/** For a pod that the reader does not see: it is not named. */
function seenEviction(sight: Sight, { observed }: Decision): Pick<Decision, 'observed'> {
  const { preemptor } = observed?.eviction ?? {};
  if (observed?.eviction === undefined || !preemptor || sees(sight, preemptor.namespace)) return {};
  return { observed: { ...observed, eviction: { ...observed.eviction, preemptor: null } } };
}
