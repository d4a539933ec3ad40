import type { Caller } from '#access';
import { RateLimit } from '#limits';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { overRate, rateHeaders, RateLimits } from './rate-limits.js';

function of(points: number): RateLimit {
  const rate = { points, seconds: 60 };
  return new RateLimit(new RateLimiterMemory({ points, duration: 60 }), rate);
}

function caller(team: string, principal: string): Caller {
  return { team, principal } as Caller;
}

async function asked(limits: RateLimits, who: Caller): Promise<string> {
  return overRate(await limits.take(who))?.message ?? 'granted';
}

test('a key that has asked too often keeps nobody else from asking, and a team that has none of another', async () => {
  const limits = new RateLimits({ key: of(2), team: of(3) });
  const answers: string[] = [];
  for (const principal of ['a', 'a', 'a', 'b', 'b']) answers.push(await asked(limits, caller('one', principal)));
  expect(answers).toEqual([
    'granted',
    'granted',
    'the key may send 2 requests in 60 seconds; try again in 60 seconds',
    'granted',
    'the team may send 3 requests in 60 seconds; try again in 60 seconds',
  ]);
  expect(await asked(limits, caller('two', 'a'))).toBe('granted');
});

test('the headers say what there is, and what is left', async () => {
  const limits = new RateLimits({ key: of(2), team: of(3) });
  expect(rateHeaders(await limits.take(caller('one', 'a')))).toEqual({
    'ratelimit-policy': '"key";q=2;w=60, "team";q=3;w=60',
    ratelimit: '"key";r=1;t=60, "team";r=2;t=60',
  });
  expect(rateHeaders(await new RateLimits({}).take(caller('one', 'a')))).toEqual({});
});
