import { TimeSlice } from '#database';
import { rounded, strandedOf } from '#questions';
import { unitOf } from '../amounts/index.js';
import { integer, key, number, orNull, report, text } from '../report/index.js';
import { BY_RESOURCES, Room, shapesOf } from '../room/index.js';

/** What is free and cannot be used. */
export const fragmentation = report({
  name: 'fragmentation',
  summary: 'Free resources that the present pods cannot use',
  description:
    'Free resources that are of no use to pods like those that are there: one row for each resource that nodes have. ' +
    `Pods fit ${BY_RESOURCES}. \`shapes\` has what still fits of each common shape.`,
  about: 'state',
  parameters: ['resources'],
  columns: {
    resource: key(text('The resource.')),
    unit: text('What its amounts count: `cores`, `bytes` or `pieces`.'),
    nodes: integer('nodes', 'Nodes that have any of the resource allocatable.'),
    free: number(null, 'Sum of what is free on nodes, where it is above 0.'),
    stranded: number(
      null,
      'Free on nodes where no pod fits any more that is like one of the present pods and requests the resource.',
    ),
    strandedRatio: orNull(number('share', 'Stranded divided by allocatable, to six decimals; null if there is none.')),
    fragmented: number(
      null,
      'The expected amount that is free and not usable by a pod drawn from the present pods: free amounts of nodes ' +
        'where the drawn pod does not fit or requests none of it, averaged over the pods (fragmentation as in FGD, ' +
        'USENIX ATC 2023).',
    ),
    fragmentedRatio: orNull(number('share', 'Fragmented divided by free, to six decimals; null if nothing is free.')),
    largestFree: number(null, 'The largest free amount of one node: no pod that requests more of it fits.'),
    emptyNodes: integer('nodes', 'Nodes of these on which none of it is requested.'),
  },
  async *rows(frame) {
    const { visible, snapshot } = await frame.recalled();
    const room = new Room(snapshot);
    const shapes = shapesOf(visible);
    const pods = shapes.reduce((sum, one) => sum + one.pods, 0);
    const slice = new TimeSlice(frame.caller);
    for (const resource of [...snapshot.resources.keys()].sort()) {
      if (frame.parameters.resources?.includes(resource) === false) continue;
      const base = resource === 'cpu' ? 1_000 : 1;
      const sums = { nodes: 0, allocatable: 0, free: 0, largest: 0, empty: 0, fragmented: 0 };
      for (let row = 0; row < room.nodes; row++) {
        await slice.yieldWhenOver();
        const [has, free] = [room.allocatable(resource, row), Math.max(0, room.free(resource, row))];
        if (has === 0) continue;
        sums.nodes += 1;
        sums.allocatable += has;
        sums.free += free;
        sums.largest = Math.max(sums.largest, free);
        if (free === has) sums.empty += 1;
        if (free === 0) continue;
        for (const { shape, pods: count } of shapes)
          if (!shape.has(resource) || room.copies(shape, row) === 0) sums.fragmented += free * (count / pods);
      }
      if (sums.nodes === 0) continue;
      const stranded = strandedOf(
        snapshot,
        resource,
        shapes.map(({ shape }) => shape),
      );
      yield {
        resource,
        unit: unitOf(resource),
        nodes: sums.nodes,
        free: sums.free / base,
        stranded: stranded / base,
        strandedRatio: rounded(stranded / sums.allocatable),
        fragmented: rounded(sums.fragmented / base),
        fragmentedRatio: sums.free === 0 ? null : rounded(sums.fragmented / sums.free),
        largestFree: sums.largest / base,
        emptyNodes: sums.empty,
      };
    }
  },
});
