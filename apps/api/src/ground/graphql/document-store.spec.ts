import { parse } from 'graphql';
import { DocumentStore } from './document-store.js';

const query = (field: string) => parse(`{ ${field} }`);

test('queries that were not asked for longest go first, by how long they are', async () => {
  const store = new DocumentStore(16 * 80);
  const [one, two, three] = [query('one'), query('two'), query('three')];
  await store.set('1', one);
  await store.set('2', two);
  expect(await store.get('1')).toBe(one);
  await store.set('3', three);
  expect(await Promise.all(['1', '2', '3'].map((key) => store.get(key)))).toEqual([one, undefined, three]);
});

test('the same query again takes nothing more, and one that is too long is not kept', async () => {
  const store = new DocumentStore(16 * 80);
  for (let times = 0; times < 5; times++) await store.set('1', query('one'));
  await store.set('2', query('two'));
  expect(await store.get('1')).toBeDefined();
  await store.set('3', query('aVeryLongFieldThatNobodyHas'));
  expect(await Promise.all(['1', '2', '3'].map((key) => store.get(key)))).toEqual([undefined, undefined, undefined]);
});
