import { appArmorAnnotations, syncAppArmor } from './app-armor.js';
import type { PodSpec } from './pod-spec.js';

const KEY = 'container.apparmor.security.beta.kubernetes.io/c';
const withProfile = (appArmorProfile: object): object => ({ securityContext: { appArmorProfile } });
const LOCALHOST = { type: 'Localhost', localhostProfile: 'x' };

test.each<readonly [annotation: string, field: object | undefined]>([
  ['unconfined', { type: 'Unconfined' }],
  ['runtime/default', { type: 'RuntimeDefault' }],
  ['localhost/x', LOCALHOST],
  ['localhost/', undefined],
  ['localhost/ x', undefined],
  ['other', undefined],
])('the annotation %s becomes the field of its container: %j', (annotation, field) => {
  const spec: PodSpec = { containers: [{ name: 'c' }, { name: 'd' }] };
  expect(appArmorAnnotations({ [KEY]: annotation }, spec)).toEqual([KEY]);
  syncAppArmor({ [KEY]: annotation }, spec);
  const container = { name: 'c', ...(field && withProfile(field)) };
  expect(spec.containers).toEqual([container, { name: 'd' }]);
});

test.each<readonly [name: string, spec: PodSpec]>([
  ['that has the field', { containers: [{ name: 'c', ...withProfile({ type: 'RuntimeDefault' }) }] }],
  ['whose pod has the same profile', { containers: [{ name: 'c' }], ...withProfile(LOCALHOST) }],
  ['of Windows', { containers: [{ name: 'c' }], os: { name: 'windows' } }],
  ['of another name', { containers: [{ name: 'd' }] }],
])('nothing is set, and nothing said, of a container %s', (_name, given) => {
  const spec = structuredClone(given);
  expect(appArmorAnnotations({ [KEY]: 'localhost/x' }, spec)).toEqual([]);
  syncAppArmor({ [KEY]: 'localhost/x' }, spec);
  expect(spec).toEqual(given);
});
