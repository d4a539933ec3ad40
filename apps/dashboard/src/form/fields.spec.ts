import { namesIn, pairsIn, pairsText, valuesOf } from './fields.js';

test('names and pairs are read as they are typed', () => {
  expect(namesIn(' a, b\nc ,')).toEqual(['a', 'b', 'c']);
  expect(namesIn(undefined)).toEqual([]);
  expect(pairsIn('cpu=4 memory=16Gi, spare note=a=b')).toEqual({ cpu: '4', memory: '16Gi', spare: '', note: 'a=b' });
  expect(pairsText({ cpu: '4', spare: '', old: null, note: 'a=b' })).toBe('cpu=4 spare old- note=a=b');
});

test('what is empty is not there', () => {
  const form = new FormData();
  form.set('names', ' a ');
  form.set('labelSelector', '  ');
  expect(valuesOf(form)).toEqual({ names: 'a' });
});
