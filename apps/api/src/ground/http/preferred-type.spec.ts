import { preferredType } from './preferred-type.js';

const OFFERED = ['application/json', 'text/csv'] as const;

const preferred: [string | undefined, string][] = [
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['text/csv', 'text/csv'],
  ['text/*', 'text/csv'],
  ['TEXT/CSV; charset=utf-8', 'text/csv'],
  ['application/json;q=0.5, text/csv', 'text/csv'],
  ['application/json, text/csv;q=0.9', 'application/json'],
  ['text/csv;q=0.2, */*;q=0.1', 'text/csv'],
  ['application/json;as=Table;v=v1;g=meta.k8s.io,application/json', 'application/json'],
  ['*/*, application/json;q=0', 'text/csv'],
];

test.each(preferred)('%s prefers %s', (accept, type) => {
  expect(preferredType({ headers: accept === undefined ? {} : { accept } }, OFFERED)).toBe(type);
});

test.each(['image/png', 'text/csv;q=0', 'application/json;q=2'])('%s takes none of them', (accept) => {
  expect(() => preferredType({ headers: { accept } }, OFFERED)).toThrow(
    'the answer is served as application/json, text/csv',
  );
});
