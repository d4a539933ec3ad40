import fc from 'fast-check';
import { type PastObject, PastState } from '../objects/index.js';
import { readLines, snapshotChunks } from './snapshot-lines.js';

const text = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z][a-z0-9.-]{0,12}$/) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
);
const objects = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom('Node', 'Pod'),
    namespace: text,
    name: text,
    uid: text,
    annotation: text,
    position: fc.bigInt({ min: 1n, max: 2n ** 62n }),
  }),
  { selector: ({ kind, namespace, name }) => JSON.stringify([kind, namespace, name]), maxLength: 20 },
);

const stateOf = (
  all: readonly { kind: string; namespace: string; name: string; uid: string; annotation: string; position: bigint }[],
): PastState => {
  const state = new PastState(2n ** 62n);
  for (const { kind, namespace, name, uid, annotation, position } of all)
    state.apply([
      String(position),
      'create',
      kind,
      namespace,
      name,
      uid,
      JSON.stringify({ kind, metadata: { annotation } }),
    ]);
  return state;
};

const seen = ({
  kind,
  namespace,
  name,
  uid,
  resourceVersion,
  createdPosition,
  text: json,
}: PastObject): readonly unknown[] => [kind, namespace, name, uid, resourceVersion, createdPosition, json];

test('what is written as lines is read back, whatever is in names and contents', async () => {
  await fc.assert(
    fc.asyncProperty(objects, async (all) => {
      const state = stateOf(all);
      const read: PastObject[] = [];
      for await (const { lines } of snapshotChunks(state.objects())) read.push(...readLines(lines));
      expect(read.map(seen)).toEqual([...state.objects()].map(seen));
    }),
  );
});

test.each([
  '',
  'no tab\n',
  '["Pod","a","b","u","1"]\t{}\n',
  '["Pod","a","b","u","1","x"]\t{}\n',
  '["Pod","a\\","b","u","1","2"]\t{}\n',
  '["Pod","a","b","u","1","2"]\t{}',
])('%j is no line, and what follows is not read', (line) => {
  const good = '["Pod","a","b","u","1","2"]\t{}\n';
  expect([...readLines(Buffer.from(good + line))]).toHaveLength(1);
});
