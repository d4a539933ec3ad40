import { genesisHash } from '#ledger';
import type { Manifest } from '#rows';
import { Draft } from './draft.js';

const draftAt = (position: bigint): Draft =>
  new Draft({
    head: {
      clusterId: 'c',
      teamId: 't',
      position,
      revision: 4n,
      hash: genesisHash,
      at: new Date(0),
      controllers: 'instant',
      clock: null,
    },
    at: new Date('2026-05-01T10:00:00Z'),
  });
const object = (kind: string, name: string, spec: Record<string, unknown> = {}): Manifest => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, uid: `uid of ${name}`, ...(kind === 'Namespace' ? {} : { namespace: 'n' }) },
  spec,
});
const changes = (draft: Draft): string[] => draft.changes.map(({ op, kind, name }) => `${op} ${kind} ${name}`);
const versions = (draft: Draft): unknown => {
  const { inserted, replaced, removed, bound } = draft.rows();
  const shown = (rows: typeof inserted): unknown[] =>
    rows.map((row) => [row.object.metadata.name, row.resourceVersion, row.createdPosition]);
  return {
    inserted: shown(inserted),
    replaced: shown(replaced),
    removed: removed.map(({ metadata }) => metadata.name),
    bound: bound.map(({ name, position }) => [name, position]),
  };
};

test('changes take the positions after the head, and what is put in front takes the first', () => {
  const draft = draftAt(7n);
  const pod = draft.create(object('Pod', 'p'));
  draft.update(object('Node', 'a'), 3n);
  draft.createInFront([object('Namespace', 'n')]);
  expect(() => pod.stored).toThrow('has no position yet');
  draft.number();
  expect(changes(draft)).toEqual(['create Namespace n', 'create Pod p', 'update Node a']);
  expect(versions(draft)).toEqual({
    inserted: [
      ['p', 9n, 9n],
      ['n', 8n, 8n],
    ],
    replaced: [['a', 10n, 3n]],
    removed: [],
    bound: [],
  });
});

test('an object is written once, as it is in the end, and knows where it was created', () => {
  const draft = draftAt(0n);
  draft.create(object('Pod', 'new'));
  draft.update(object('Pod', 'new', { a: 1 }), 99n);
  draft.update(object('Pod', 'new', { a: 2 }), 99n);
  draft.create(object('Pod', 'brief'));
  draft.remove(object('Pod', 'brief'));
  draft.remove(object('Pod', 'old'));
  draft.create(object('Pod', 'old', { again: true }));
  draft.number();
  expect(versions(draft)).toEqual({ inserted: [['new', 3n, 1n]], replaced: [['old', 7n, 7n]], removed: [], bound: [] });
  expect(draft.find(object('Pod', 'new'))).toMatchObject({ object: { spec: { a: 2 } } });
});

test('a binding touches no manifest, unless other things happen to the pod', () => {
  const draft = draftAt(0n);
  draft.bind({ namespace: 'n', name: 'p', uid: 'u', node: 'a' }, { spec: { nodeName: 'a' } });
  draft.update(object('Pod', 'q'), 1n);
  draft.bindWhole(
    { namespace: 'n', name: 'q', uid: 'v', node: 'a' },
    { spec: { nodeName: 'a' } },
    { object: object('Pod', 'q', { nodeName: 'a' }), createdPosition: 1n },
  );
  draft.number();
  expect(changes(draft)).toEqual(['bind Pod p', 'update Pod q', 'bind Pod q']);
  expect(versions(draft)).toEqual({ inserted: [], replaced: [['q', 3n, 1n]], removed: [], bound: [['p', 1n]] });
});

test('other conditions are written into the row of the pod, and the log has the pod', () => {
  const draft = draftAt(0n);
  const pod = { ...object('Pod', 'p'), status: { phase: 'Pending', conditions: [{ type: 'PodScheduled' }] } };
  draft.sayConditions(pod);
  draft.number();
  expect(draft.changes).toMatchObject([{ op: 'update', kind: 'Pod', name: 'p', uid: 'uid of p', body: pod }]);
  expect(draft.rows()).toEqual({
    inserted: [],
    replaced: [],
    removed: [],
    bound: [],
    conditioned: [{ namespace: 'n', name: 'p', uid: 'uid of p', conditions: [{ type: 'PodScheduled' }], position: 1n }],
  });
});

test('what was flushed is out of the draft, which goes on behind it and still knows where it was', () => {
  const draft = draftAt(5n);
  draft.create(object('Pod', 'p'));
  draft.number();
  draft.flushed();
  expect([draft.isEmpty, draft.isFlushed, draft.find(object('Pod', 'p'))]).toEqual([false, true, undefined]);
  draft.createInFront([object('Namespace', 'n')]);
  draft.number();
  expect(versions(draft)).toMatchObject({ inserted: [['n', 7n, 7n]] });
  expect([...draft.touched.keys()]).toEqual(['Pod', 'Namespace']);
  expect([...draft.inhabited]).toEqual(['n']);
});
