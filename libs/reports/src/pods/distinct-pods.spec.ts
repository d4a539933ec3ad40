import fc from 'fast-check';
import { DistinctPods } from './distinct-pods.js';

test('as many pods are counted as there are uids, in whichever order they come', () => {
  const uids = fc.array(
    fc.nat(400).map((number) => `30000000-0000-4000-8000-${String(number).padStart(12, '0')}`),
    { maxLength: 600, size: 'max' },
  );
  fc.assert(
    fc.property(uids, (all) => {
      const pods = new DistinctPods();
      for (const [index, uid] of all.entries()) {
        pods.add(uid);
        if (index % 50 === 0) expect(pods.size).toBe(new Set(all.slice(0, index + 1)).size);
      }
      expect(pods.size).toBe(new Set(all).size);
    }),
  );
});
