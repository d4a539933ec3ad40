import { hasKey, withoutKeys } from './without-keys.js';

const KEY = 'berth_0123456789Ab_0123456789abcdefghijABCDEFGHIJ01_abcdef';

test.each([
  [`/v1/teams/a/keys/${KEY}`, '/v1/teams/a/keys/berth_...'],
  [`/v1/${KEY.replaceAll('_', '%5F')}/x`, '/v1/berth_.../x'],
  [`/v1/${encodeURIComponent(`é ${KEY}`)}`, '/v1/é berth_...'],
  [`/v1/%zz${KEY.slice(0, 25)}`, '/v1/%zzberth_...'],
])('%s has a key', (url, reported) => {
  expect(hasKey(url)).toBe(true);
  expect(withoutKeys(url)).toBe(reported);
});

test.each(['/v1/clusters/berth_demo', '/v1/clusters/a%2Fb%zz%ff', '/'])(
  '%s has none and is reported as it is',
  (url) => {
    expect(hasKey(url)).toBe(false);
    expect(withoutKeys(url)).toBe(url);
  },
);
