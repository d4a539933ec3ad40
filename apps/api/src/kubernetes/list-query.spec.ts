import { readListQuery } from './list-query.js';

const refusal = (query: Record<string, string>): string => {
  try {
    readListQuery(query);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  [{ timeout: 'soon' }, 'invalid timeout specified in the request URL - time: invalid duration "soon"'],
  [{ timeout: '5' }, 'invalid timeout specified in the request URL - time: missing unit in duration "5"'],
  [{ timeout: '5x' }, 'invalid timeout specified in the request URL - time: unknown unit "x" in duration "5x"'],
  [{ timeoutSeconds: 'x' }, 'strconv.ParseInt: parsing "x": invalid syntax'],
  [
    { resourceVersion: '-1' },
    'invalid resource version: resourceVersion: Invalid value: "-1": strconv.ParseUint: parsing "-1": invalid syntax',
  ],
  [{ continue: 'a', resourceVersion: '5' }, 'specifying resource version is not allowed when using continue'],
])('%j is refused in the words of the API server', (query, message) => {
  expect(refusal(query)).toBe(message);
});

test('an exact version is a moment, any other a bound', () => {
  expect(readListQuery({ resourceVersion: '5', resourceVersionMatch: 'Exact' })).toMatchObject({ at: '5' });
  expect(readListQuery({ resourceVersion: '5' })).toMatchObject({ at: undefined, notOlderThan: '5' });
  expect(readListQuery({ resourceVersion: '0', limit: '-1', timeout: '1m30s' })).toMatchObject({
    notOlderThan: undefined,
    limit: undefined,
  });
});
