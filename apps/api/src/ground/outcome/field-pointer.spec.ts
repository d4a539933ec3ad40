import { fieldOf, fieldPointer } from './field-pointer.js';

test.each([
  ['', ''],
  ['name', '/name'],
  ['spec.containers[0].resources.requests[cpu]', '/spec/containers/0/resources/requests/cpu'],
  ['metadata.labels[example.com/a~b]', '/metadata/labels/example.com~1a~0b'],
  ['[2].op', '/2/op'],
])('%s points at %s', (field, pointer) => {
  expect(fieldPointer(field)).toBe(pointer);
});

test.each([
  [[], ''],
  [['pods', 'names', 0], 'pods.names[0]'],
  [['profile', 'a.b', 'c'], 'profile[a.b].c'],
])('%j is the field %s', (steps, field) => {
  expect(fieldOf(steps)).toBe(field);
});
