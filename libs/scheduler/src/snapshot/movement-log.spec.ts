import { makeNode, makePod, makeSnapshot } from '../testing/index.js';
import { placedPod } from './placed-pod.js';

const pod = (name: string) => placedPod(makePod(name));
const names = (movements: ReturnType<ReturnType<typeof makeSnapshot>['movements']['since']>): unknown =>
  movements?.map(({ pod: { name }, row, step }) => [name, row, step]) ?? null;

test('pods that come and go are in the log, and what is tried is not', () => {
  const snapshot = makeSnapshot([makeNode('a'), makeNode('b')]);
  const begun = snapshot.movements.end;
  const moving = pod('p');
  snapshot.addPod(moving, 1);
  snapshot.tentatively(() => {
    snapshot.addPod(pod('q'), 0);
    snapshot.tentatively(() => snapshot.removePod(moving.uid));
  });
  snapshot.removePod(moving.uid);
  expect(names(snapshot.movements.since(begun))).toEqual([
    ['p', 1, 1],
    ['p', 1, -1],
  ]);
  expect(names(snapshot.movements.since(begun + 1))).toEqual([['p', 1, -1]]);
  expect(names(snapshot.movements.since(snapshot.movements.end))).toEqual([]);
});

describe('who looks while something is tried sees that it is undone', () => {
  const p = pod('p');
  const cases: [name: string, look: (snapshot: ReturnType<typeof makeSnapshot>) => number, want: unknown][] = [
    [
      'when it was all done',
      (snapshot) =>
        snapshot.tentatively(() => {
          snapshot.addPod(p, 0);
          return snapshot.movements.end;
        }),
      [['p', 0, -1]],
    ],
    [
      'when some of it was',
      (snapshot) =>
        snapshot.tentatively(() => {
          snapshot.addPod(p, 0);
          const { end } = snapshot.movements;
          snapshot.removePod(p.uid);
          return end;
        }),
      [
        ['p', 0, -1],
        ['p', 0, 1],
        ['p', 0, -1],
      ],
    ],
    [
      'but not when it looked before',
      (snapshot) => {
        const { end } = snapshot.movements;
        snapshot.tentatively(() => snapshot.addPod(p, 0));
        return end;
      },
      [],
    ],
    [
      'nor of what was tried and undone inside',
      (snapshot) =>
        snapshot.tentatively(() => {
          const { end } = snapshot.movements;
          snapshot.tentatively(() => snapshot.addPod(p, 0));
          return end;
        }),
      [],
    ],
  ];
  test.each(cases)('%s', (_name, look, want) => {
    for (const begun of [false, true]) {
      const snapshot = makeSnapshot([makeNode('a')]);
      if (begun) expect(snapshot.movements.end).toBe(0);
      const position = look(snapshot);
      expect(names(snapshot.movements.since(position))).toEqual(want);
    }
  });
});

test('what is forgotten is not taken for nothing', () => {
  const snapshot = makeSnapshot([makeNode('a')]);
  const begun = snapshot.movements.end;
  const moving = pod('p');
  for (let turn = 0; turn < 2 ** 15; turn += 1) {
    snapshot.addPod(moving, 0);
    snapshot.removePod(moving.uid);
  }
  expect(snapshot.movements.since(begun)).toHaveLength(2 ** 16);
  snapshot.addPod(moving, 0);
  expect([snapshot.movements.since(begun), snapshot.movements.end - begun]).toEqual([null, 2 ** 16 + 1]);
  expect(names(snapshot.movements.since(snapshot.movements.end - 2))).toEqual([
    ['p', 0, -1],
    ['p', 0, 1],
  ]);
});

test('nothing is kept before somebody looks', () => {
  const snapshot = makeSnapshot([makeNode('a')]);
  snapshot.addPod(pod('p'), 0);
  expect(snapshot.movements.end).toBe(0);
});

test('versions change with nodes and with the objects that concern a pod', () => {
  const snapshot = makeSnapshot([makeNode('a')], [], { persistentVolumes: [{ metadata: { name: 'v' } }] });
  const before = [
    snapshot.nodesVersion,
    snapshot.objectsVersion(makePod('p').claims('c')),
    snapshot.objectsVersion(makePod('p')),
  ];
  snapshot.patchObject({ kind: 'PersistentVolume', namespace: null, name: 'v', patch: { spec: {} } });
  snapshot.addNode({ metadata: { name: 'b' } });
  const after = [
    snapshot.nodesVersion,
    snapshot.objectsVersion(makePod('p').claims('c')),
    snapshot.objectsVersion(makePod('p')),
  ];
  expect(after.map((version, index) => version === before[index])).toEqual([false, false, true]);
});

test('whether pods that say something about others moved is known without reading on', () => {
  const snapshot = makeSnapshot([makeNode('a'), makeNode('b')]);
  const { movements } = snapshot;
  const loner = placedPod(makePod('loner').affinity({ podAntiAffinity: {} }));
  snapshot.addPod(pod('p'), 0);
  const before = movements.end;
  snapshot.addPod(loner, 1);
  const after = movements.end;
  snapshot.removePod(pod('p').uid);
  expect([before - 1, before, after, movements.end].map((position) => movements.hasAffinitySince(position))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
