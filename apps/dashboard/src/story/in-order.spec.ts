import { inOrder } from './in-order.js';

test('a story is reported from the newest back, whatever zone its times are in', () => {
  const lines = [
    { at: '2026-11-21T10:00:00Z', what: 'created' },
    { at: '2026-11-21T12:30:00+01:00', what: 'bound' },
    { at: '2026-11-21T11:30:00Z', what: 'decided' },
  ];
  expect(inOrder(lines).map(({ what }) => what)).toEqual(['bound', 'decided', 'created']);
});
