import { changed, formatSearch, parseSearch } from './search.js';

test.each([
  ['?b=2&a=1', { a: '1', b: '2' }, '?a=1&b=2'],
  ['?a=x%20y%26z', { a: 'x y&z' }, '?a=x+y%26z'],
  ['?empty=', {}, ''],
  ['?kiosk', { kiosk: 'on' }, '?kiosk=on'],
  ['', {}, ''],
])('%s is read, and written in one way', (text, search, written) => {
  expect(parseSearch(text)).toEqual(search);
  expect(formatSearch(search)).toBe(written);
});

test('what is not given stays, and what is empty goes', () => {
  expect(changed({ at: 'revision:3', sort: 'name' }, { sort: undefined, zone: 'z1', row: '' })).toEqual({
    at: 'revision:3',
    zone: 'z1',
  });
});
