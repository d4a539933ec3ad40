import { internalDifference, internalView } from './index.js';

test('a value is written as the structure of the API server has it: in its order, with what is not there', () => {
  expect(JSON.stringify(internalView({ effect: 'NoSchedule', key: 'a' }, 'Taint'))).toBe(
    '{"Key":"a","Value":"","Effect":"NoSchedule","TimeAdded":null}',
  );
  const security = { capabilities: { add: ['X'] }, seccompProfile: { type: 'Localhost' } };
  expect(internalView(security, 'SecurityContext')).toMatchObject({
    Capabilities: { Add: ['X'], Drop: null },
    Privileged: null,
    SeccompProfile: { Type: 'Localhost', LocalhostProfile: null },
  });
});

test('where two differ is reported by lines, with three around them', () => {
  const claim = (modes: string[], more: object = {}) => ({ accessModes: modes, ...more });
  expect(internalDifference(claim(['a']), claim(['b']), 'PersistentVolumeClaimSpec')).toBe(
    '@@ -1,6 +1,6 @@\n {\n  "AccessModes": [\n-  "a"\n+  "b"\n  ],\n  "Selector": null,\n  "Resources": {\n',
  );
  const source = { dataSource: { kind: 'k', name: 'n' } };
  expect(internalDifference(claim(['a']), claim(['b'], source), 'PersistentVolumeClaimSpec')).toContain(
    '- "DataSource": null,\n+ "DataSource": {\n+  "APIGroup": null,\n+  "Kind": "k",\n+  "Name": "n"\n+ },\n',
  );
});

test('nothing differs in two that are alike', () => {
  expect(internalDifference({ volumeName: 'v' }, { volumeName: 'v' }, 'PersistentVolumeClaimSpec')).toBe('');
});
