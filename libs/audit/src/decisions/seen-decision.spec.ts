import type { Decision, ObservedEviction } from './decision.js';
import { seenDecision } from './seen-decision.js';

const pod = (namespace: string) => ({ namespace, name: 'p', uid: `${namespace}-p` });
const eviction = (preemptor: ObservedEviction['preemptor']): ObservedEviction => {
  return { reason: 'PreemptionByScheduler', preemptor, budgets: [{ name: 'b', disruptionsAllowed: 0 }] };
};
const decision = (preemptor: ObservedEviction['preemptor']): Decision =>
  ({
    ...{ pod: pod('shop'), victims: [pod('shop'), pod('other')] },
    observed: { agreement: 'same', by: 'default-scheduler', eviction: eviction(preemptor) },
  }) as unknown as Decision;
const shopOnly = { kind: 'only', namespaces: new Set(['shop']) } as const;

test('pods of other teams are not named, as victims or where they preempt', () => {
  const seen = seenDecision(shopOnly, decision(pod('other')));
  expect(seen).toMatchObject({ victims: [pod('shop')], otherVictims: 1, redacted: true });
  expect(seen.observed).toMatchObject({ agreement: 'same', eviction: eviction(null) });
});

test.each([[pod('shop')], [null]])('what a reader may know of an eviction is left: %j', (preemptor) => {
  expect(seenDecision(shopOnly, decision(preemptor)).observed?.eviction).toEqual(eviction(preemptor));
  const whole = decision(pod('other'));
  expect(seenDecision({ kind: 'all' }, whole)).toBe(whole);
});
