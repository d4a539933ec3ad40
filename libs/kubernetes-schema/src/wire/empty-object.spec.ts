import { emptyObject } from './index.js';

test.each([
  ['v1', 'ConfigMap', {}],
  ['v1', 'Pod', { spec: { containers: null }, status: {} }],
  ['v1', 'Service', { spec: {}, status: { loadBalancer: {} } }],
  ['coordination.k8s.io/v1', 'Lease', { spec: {} }],
  [
    'apps/v1',
    'Deployment',
    { spec: { selector: null, strategy: {}, template: { metadata: {}, spec: { containers: null } } }, status: {} },
  ],
])('an empty object of %s %s has what Go prints of nothing', (apiVersion, kind, rest) => {
  expect(emptyObject({ apiVersion, kind })).toEqual({ metadata: {}, ...rest });
});
