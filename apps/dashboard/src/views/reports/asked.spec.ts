import { askedIn, queryOf } from './asked.js';

test('what stands in the address is asked, and nothing else', () => {
  const asked = askedIn({ report: 'capacity', by: 'zone', resources: 'cpu, memory', buckets: '7', sort: 'free' });
  expect(asked).toEqual({
    ...{ by: 'zone', namespace: null, from: null, to: null },
    ...{ resources: ['cpu', 'memory'], buckets: 7 },
  });
  expect(queryOf(asked, 'revision:3')).toBe('?by=zone&resources=cpu%2Cmemory&buckets=7&at=revision%3A3');
  expect(queryOf(askedIn({}), undefined)).toBe('');
});
