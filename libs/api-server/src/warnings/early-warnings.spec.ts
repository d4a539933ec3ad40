import { earlyWarningsOf } from '../index.js';

test('an annotation of AppArmor is reported of a pod as it is sent, and of nothing that cannot be read', () => {
  const key = 'container.apparmor.security.beta.kubernetes.io/c';
  const reported = `metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`;
  const metadata = { annotations: { [key]: 'unconfined', other: 5 } };
  const spec = { containers: [null, 'x', { name: 'c' }] };
  expect(earlyWarningsOf({ kind: 'Pod', metadata, spec })).toEqual([reported]);
  for (const odd of [
    null,
    'x',
    { kind: 'Pod' },
    { kind: 'Pod', metadata: null, spec: 'x' },
    { kind: 'Node', metadata },
  ])
    expect(earlyWarningsOf(odd)).toEqual([]);
});
