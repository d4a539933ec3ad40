import { differencesOf } from './differences.js';

test.each([
  [{ a: 1 }, { a: 1 }, []],
  [{ a: 1 }, { a: 2 }, [{ path: 'a', before: 1, after: 2 }]],
  [{ a: [{ w: 1 }, { w: 2 }] }, { a: [{ w: 1 }, { w: 3 }] }, [{ path: 'a.1.w', before: 2, after: 3 }]],
  [{ a: {} }, { a: {}, b: null }, [{ path: 'b', before: undefined, after: null }]],
  [{ a: [] }, { a: {} }, [{ path: 'a', before: [], after: {} }]],
])('%j and %j', (before, after, differences) => {
  expect(differencesOf(before, after)).toEqual(differences);
});
