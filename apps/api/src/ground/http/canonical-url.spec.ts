import { canonicalUrl } from './canonical-url.js';

test.each([
  ['/v1/clusters', '/v1/clusters'],
  ['/%76%31/clusters/%7Ex?at=%76', '/v1/clusters/~x?at=%76'],
  ['/v1/clusters/a%2Fb%20c%2576', '/v1/clusters/a%2Fb%20c%2576'],
  ['/v1/clusters/%ff%zz%', '/v1/clusters/%ff%zz%'],
  ['/graphql#?x', '/graphql'],
  ['/graphql?query=a#b', '/graphql?query=a'],
  [undefined, '/'],
])('%s is %s', (url, canonical) => {
  expect(canonicalUrl({ url })).toBe(canonical);
});
