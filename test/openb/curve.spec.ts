import { CurveOfArrivals, meanCurve } from './curve.js';

test('a reading is the mean of those that round to the percent, in percent of the capacity', () => {
  const collected = new CurveOfArrivals(1000);
  collected.read({ arrived: 4, allocated: 4, fragmented: 100 });
  collected.read({ arrived: 995, allocated: 900, fragmented: 60 });
  collected.read({ arrived: 1004, allocated: 920, fragmented: 40 });
  collected.read({ arrived: 1005, allocated: 1000, fragmented: 0 });
  collected.read({ arrived: 2000, allocated: 1000, fragmented: 0 });
  const curve = collected.curve();
  expect(curve).toHaveLength(131);
  expect([curve[0], curve[100], curve[101]]).toEqual([
    { allocated: 0.4, fragmented: 10 },
    { allocated: 91, fragmented: 5 },
    { allocated: 100, fragmented: 0 },
  ]);
  // Nothing arrived there: it is as it was.
  expect([curve[50], curve[130]]).toEqual([curve[0], curve[101]]);
});

test('the mean of curves is that of each point', () => {
  const curve = (allocated: number) => [{ allocated, fragmented: 2 * allocated }];
  expect(meanCurve([curve(1), curve(2)])).toEqual(curve(1.5));
});
