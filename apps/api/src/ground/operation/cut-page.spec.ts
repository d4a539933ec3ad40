import { cutPage } from './index.js';

const ORDER = { placeOf: (item: number) => item, compare: (item: number, place: number) => item - place };
const ALL = [1, 2, 3, 4, 5];

test.each([
  ['from the start', { pageSize: 2 }, [1, 2], 2],
  ['behind a place', { pageSize: 2, after: 2 }, [3, 4], 4],
  ['behind a place whose item is gone', { pageSize: 2, after: 2.5 }, [3, 4], 4],
  ['to the end', { pageSize: 2, after: 3 }, [4, 5], null],
  ['from the end', { pageSize: 2, fromEnd: true }, [4, 5], 5],
  ['from the end, before a place', { pageSize: 2, fromEnd: true, before: 3 }, [1, 2], null],
  ['behind the last', { pageSize: 2, after: 5 }, [], null],
])('a page %s', (_, page, items, next) => {
  expect(cutPage(ALL, page, ORDER)).toEqual({ items, next, totalCount: 5 });
});
