import { OpenPlaces } from './open-places.js';

const ann = { team: 'one', principal: 'ann', roles: ['viewer'] } as const;
const bob = { ...ann, principal: 'bob' };

test('a key has so many places, all together have more, and whoever goes gives one back once', () => {
  const places = new OpenPlaces({ inAll: 3, ofOneKey: 2 });
  const leave = places.take(ann);
  places.take(ann);
  expect(() => places.take(ann)).toThrow('2 connections of one key follow changes already; try again later');
  places.take(bob);
  expect(() => places.take({ ...ann, team: 'two' })).toThrow('3 connections follow changes already; try again later');
  leave();
  leave();
  expect(places.taken).toBe(2);
  places.take(ann);
  expect(() => places.take(bob)).toThrow('3 connections');
});

test('who has not said yet who they are is bounded by all that there are', () => {
  const places = new OpenPlaces({ inAll: 3, ofOneKey: 1 });
  for (let count = 0; count < 3; count++) places.take({ ...ann, roles: [] });
  expect(() => places.take({ ...ann, roles: [] })).toThrow('3 connections');
});
