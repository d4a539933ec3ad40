import { checkNamespace } from './read-object.js';

test.each([{}, { namespace: '' }, { namespace: 'a' }])('%j is in the namespace of its path', (metadata) =>
  expect(() => checkNamespace(metadata, 'a')).not.toThrow(),
);

test('another namespace than that of the path is refused', () =>
  expect(() => checkNamespace({ namespace: 'b' }, 'a')).toThrow('does not match the namespace sent on the request'));
