import { titleOf } from './title.js';

test.each([
  ['/', 'Clusters · Berth'],
  ['/access', 'Teams and keys · Berth'],
  ['/clusters/prod', 'Overview · prod · Berth'],
  ['/clusters/prod/pending', 'Pending · prod · Berth'],
  ['/clusters/prod/nodes/n1', 'n1 · Node · prod · Berth'],
  ['/clusters/acme%2Fprod/pods/shop/report', 'shop/report · Pod · acme/prod · Berth'],
  ['/nowhere', 'Berth'],
])('%s is %s', (pathname, title) => {
  expect(titleOf(pathname)).toBe(title);
});
