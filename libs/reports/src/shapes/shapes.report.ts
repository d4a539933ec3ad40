import { TimeSlice } from '#database';
import { BY_RESOURCES, Room, shapesOf } from '../room/index.js';
import { integer, key, report, text } from '../report/index.js';

/** So many are listed. */
const MOST_SHAPES = 100;

/** How many more of each common shape fit. */
export const shapes = report({
  name: 'shapes',
  summary: 'How many more pods of each common shape fit',
  description:
    'Shapes of the pods that are there and have not ended, those of the most pods first, at most 100, and how many ' +
    `more of each fit alone. Pods fit ${BY_RESOURCES}.`,
  about: 'state',
  parameters: [],
  columns: {
    shape: key(text('The requests, by resource: `cpu=500m,memory=1073741824`. Empty for pods that request nothing.')),
    pods: integer('pods', 'Pods with these requests, pending ones too.'),
    moreFit: integer('pods', 'How many more of them fit if no others come.'),
    nodes: integer('nodes', 'Nodes on which at least one more fits.'),
  },
  async *rows(frame) {
    const { visible, snapshot } = await frame.recalled();
    const room = new Room(snapshot);
    const slice = new TimeSlice(frame.caller);
    for (const { words, shape, pods } of shapesOf(visible).slice(0, MOST_SHAPES)) {
      let [moreFit, nodes] = [0, 0];
      for (let row = 0; row < room.nodes; row++) {
        const copies = room.copies(shape, row);
        moreFit += copies;
        if (copies > 0) nodes += 1;
        await slice.yieldWhenOver();
      }
      yield { shape: words, pods, moreFit, nodes };
    }
  },
});
