import fc from 'fast-check';
import { DirtyRows } from './dirty-rows.js';

test('rows are taken once, ascending, and are clean afterwards', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.array(fc.array(fc.nat(199))), (nodeCount, rounds) => {
      const dirty = new DirtyRows(nodeCount);
      const room = new Uint32Array(nodeCount);
      for (const rows of rounds.map((round) => round.filter((row) => row < nodeCount))) {
        rows.forEach((row) => {
          dirty.add(row);
        });
        expect(dirty.isEmpty).toBe(rows.length === 0);
        expect([...dirty.take(room)]).toEqual([...new Set(rows)].sort((a, b) => a - b));
        expect([dirty.isEmpty, dirty.take(room).length]).toEqual([true, 0]);
      }
    }),
  );
});
