import { addressed } from './addressed.js';

const ADDRESS = { kind: { apiVersion: 'v1', kind: 'Pod', namespaced: true }, namespace: 'n', name: 'a' };

test.each<[metadata: object | null, said: string | undefined]>([
  [null, 'the name of the object (a based on URL) was undeterminable: name must be provided'],
  [{ name: '' }, 'the name of the object (a based on URL) was undeterminable: name must be provided'],
  [{ name: 'b', namespace: 'm' }, 'the name of the object (b) does not match the name on the URL (a)'],
  [
    { name: 'a', namespace: 'm' },
    'the namespace of the provided object does not match the namespace sent on the request',
  ],
])('an object of another place is refused by the first of what differs: %j', (metadata, misaddressed) => {
  const outcome = addressed({ apiVersion: 'v1', kind: 'Pod', metadata }, ADDRESS);
  expect(outcome).toMatchObject({ refusal: { misaddressed } });
});
