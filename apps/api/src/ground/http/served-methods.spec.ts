import { ServedMethods } from './served-methods.js';

const methods = new ServedMethods();
methods.add('/v1/clusters', ['GET']);
methods.add('/v1/clusters', ['POST']);
methods.add('/v1/clusters/:cluster', ['GET', 'DELETE']);
methods.add('/v1/clusters/:cluster/api/v1/*', ['PUT']);
methods.add('/openapi.json', ['GET']);
methods.add('*', ['OPTIONS']);

test.each([
  ['/v1/clusters', ['GET', 'POST']],
  ['/v1/clusters/a', ['DELETE', 'GET']],
  ['/v1/clusters/a/b', []],
  ['/v1/clusters/', []],
  ['/v1/clusters/a/api/v1/nodes/n', ['PUT']],
  ['/openapi.json', ['GET']],
  ['/openapiXjson', []],
])('%s', (path, served) => {
  expect(methods.of(path)).toEqual(served);
});
