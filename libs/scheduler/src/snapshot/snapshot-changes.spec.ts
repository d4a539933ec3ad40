import fc from 'fast-check';
import { makeNode, makePod, makeSnapshot, snapshotState, type NodeBuilder } from '../testing/index.js';
import { IMAGES as IMAGE_STATE } from '../plugins/image-locality/image-index.js';
import { CLAIM_USES } from '../plugins/volume-restrictions/claim-uses.js';
import { placedPod, type PlacedPod } from './placed-pod.js';
import type { Snapshot } from './snapshot.js';

const GPU = 'nvidia.com/gpu';
const IMAGES = ['app:1', 'app:2'];

interface SomeNode {
  readonly name: string;
  readonly zone: string;
  readonly cpu: number;
  readonly gpu: number;
  readonly huge: boolean;
  readonly images: readonly string[];
}

const name = fc.constantFrom('a', 'b', 'c', 'd');
const someNode: fc.Arbitrary<SomeNode> = fc.record({
  name,
  zone: fc.constantFrom('x', 'y'),
  cpu: fc.nat(8),
  gpu: fc.nat(2),
  huge: fc.boolean(),
  images: fc.subarray(IMAGES),
});

/** The image's size is another one on every node: that of the first row counts. */
function nodeOf({ name: called, zone, cpu, gpu, huge, images }: SomeNode): NodeBuilder {
  const node = makeNode(called)
    .labels({ zone })
    .allocatable({ cpu, ...(gpu > 0 && { [GPU]: gpu }), ...(huge && { memory: `${2n ** 60n}` }) });
  const sized = images.reduce((built, image) => built.image(image, called.charCodeAt(0)), node);
  return cpu % 2 ? sized.cordoned().taint('odd', 'NoSchedule') : sized;
}

type Change =
  | { readonly kind: 'node'; readonly node: SomeNode }
  | { readonly kind: 'remove'; readonly names: readonly string[] }
  | { readonly kind: 'pod'; readonly pod: string; readonly on: string; readonly cpu: number };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('node' as const), node: someNode }),
  fc.record({ kind: fc.constant('remove' as const), names: fc.subarray(['a', 'b', 'c', 'd'], { maxLength: 2 }) }),
  fc.record({ kind: fc.constant('pod' as const), pod: fc.constantFrom('p', 'q', 'r'), on: name, cpu: fc.nat(3) }),
);

/** The same cluster as plain lists. */
class Model {
  nodes: SomeNode[] = [];
  pods: { readonly pod: PlacedPod; readonly on: string }[] = [];

  apply(snapshot: Snapshot, change: Change): void {
    if (change.kind === 'node') this.#setNode(snapshot, change.node);
    else if (change.kind === 'remove') this.#remove(snapshot, change.names);
    else this.#move(snapshot, change);
  }

  built(): Snapshot {
    const snapshot = makeSnapshot(this.nodes.map(nodeOf));
    for (const { pod, on } of this.pods) snapshot.addPod(pod, snapshot.rowOf(on) ?? -1);
    return snapshot;
  }

  #setNode(snapshot: Snapshot, node: SomeNode): void {
    const row = snapshot.rowOf(node.name);
    if (row === undefined) snapshot.addNode(nodeOf(node));
    else snapshot.updateNode(nodeOf(node), row);
    this.nodes = row === undefined ? [...this.nodes, node] : this.nodes.with(row, node);
  }

  #remove(snapshot: Snapshot, names: readonly string[]): void {
    const gone = snapshot.removeNodes(new Set(names.flatMap((one) => snapshot.rowOf(one) ?? [])));
    expect(gone.map(({ uid }) => uid).sort()).toEqual(
      this.pods
        .filter(({ on }) => names.includes(on))
        .map(({ pod }) => pod.uid)
        .sort(),
    );
    this.nodes = this.nodes.filter((node) => !names.includes(node.name));
    this.pods = this.pods.filter(({ on }) => !names.includes(on));
  }

  #move(snapshot: Snapshot, { pod: uid, on, cpu }: Extract<Change, { kind: 'pod' }>): void {
    const row = snapshot.rowOf(on);
    snapshot.removePod(uid);
    this.pods = this.pods.filter(({ pod }) => pod.uid !== uid);
    if (row === undefined) return;
    const pod = placedPod(makePod(uid).requests({ cpu }).claims(on));
    snapshot.addPod(pod, row);
    this.pods.push({ pod, on });
  }
}

function seen(snapshot: Snapshot): unknown {
  return [
    snapshotState(snapshot),
    snapshot.taints,
    [...snapshot.rowsByName()],
    [...snapshot.topology(['zone']).of],
    IMAGES.map((image) => snapshot.state(IMAGE_STATE).get(image)),
    ['a', 'b', 'c', 'd'].map((claim) => [snapshot.rowOf(claim), snapshot.state(CLAIM_USES).of('default', claim)]),
    ['p', 'q', 'r'].map((uid) => snapshot.rowOfPod(uid)),
  ];
}

test('a snapshot whose nodes change is one that is built of them', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const snapshot = makeSnapshot([]);
      const model = new Model();
      for (const one of changes) {
        model.apply(snapshot, one);
        expect(seen(snapshot)).toEqual(seen(model.built()));
      }
    }),
    { numRuns: 150 },
  );
});

test('a change of a node that concerns no other leaves their version, and domains of what is the same', () => {
  const node = () => makeNode('b').labels({ zone: 'x', pool: 'p' }).taint('k', 'NoSchedule').image('app:1', 1);
  const snapshot = makeSnapshot([makeNode('a').labels({ zone: 'x' }), node()]);
  const kept = () => [snapshot.nodesVersion, snapshot.topology(['zone']), snapshot.topology(['pool'])] as const;
  const [version, zones, pools] = kept();
  const taints = snapshot.taintDomains();
  snapshot.updateNode(node().labels({ zone: 'x', pool: 'q' }), 1);
  const [later, sameZones, otherPools] = kept();
  expect([later, sameZones === zones, otherPools === pools]).toEqual([version, true, false]);
  expect([snapshot.taintDomains() === taints, snapshot.nodeChanges.since(0)]).toEqual([true, [1]]);
  snapshot.updateNode(node().labels({ zone: 'x', pool: 'q' }).taint('other', 'NoSchedule'), 1);
  expect([snapshot.taintDomains() === taints, snapshot.nodesVersion === version]).toEqual([false, true]);
  const { end } = snapshot.nodeChanges;
  for (let time = 0; time < 5000; time += 1) snapshot.updateNode(node(), 1);
  expect([snapshot.nodeChanges.since(end), snapshot.nodeChanges.since(end + 4999)]).toEqual([null, [1]]);
});

test('what changes about nodes is reported by their version, and forks do not hear of it', () => {
  const snapshot = makeSnapshot([makeNode('a').image('app:1', 1), makeNode('b')]);
  const fork = snapshot.fork();
  const before = seen(fork);
  const versions = [snapshot.nodesVersion];
  snapshot.updateNode(makeNode('b').cordoned().image('app:2', 2), 1);
  versions.push(snapshot.nodesVersion);
  snapshot.removeNodes(new Set([0]));
  versions.push(snapshot.nodesVersion);
  expect([new Set(versions).size, seen(fork), snapshot.rowOf('b')]).toEqual([3, before, 0]);
  expect(() => snapshot.updateNode(makeNode('a'), 0)).toThrow('node a is not on row 0');
  expect(() => snapshot.updateNode(makeNode('a'), 1)).toThrow('node a is not on row 1');
});

describe('the other objects', () => {
  const object = (called: string, team = ''): object => ({
    metadata: { name: called, namespace: 'n', labels: { team } },
  });
  const names = (snapshot: Snapshot): unknown =>
    snapshot.objects.services?.map(({ metadata }) => [metadata?.name, metadata?.labels?.['team']]);

  test('are set in their place or last, and removed; a fork keeps what it has', () => {
    const snapshot = makeSnapshot([], [], { services: [object('a'), object('b')] });
    const fork = snapshot.fork();
    snapshot.setObject('services', object('c'));
    snapshot.setObject('services', object('a', 'x'));
    snapshot.removeObject('services', 'b', 'n');
    snapshot.removeObject('services', 'nobody', 'n');
    expect([names(snapshot), names(fork)]).toEqual([
      [
        ['a', 'x'],
        ['c', ''],
      ],
      [
        ['a', ''],
        ['b', ''],
      ],
    ]);
    expect([snapshot.object('services', 'b', 'n'), snapshot.object('services', 'c', 'n')]).toEqual([
      undefined,
      object('c'),
    ]);
    const later = snapshot.fork();
    snapshot.replaceObjects('services', [object('z')]);
    expect([names(snapshot), names(later)]).toEqual([
      [['z', '']],
      [
        ['a', 'x'],
        ['c', ''],
      ],
    ]);
  });
  test('change the version of the pods that they concern', () => {
    const snapshot = makeSnapshot([], [], { services: [object('a')] });
    const version = (): readonly number[] => [
      snapshot.objectsVersion(makePod('with').claims('c')),
      snapshot.objectsVersion(makePod('without')),
    ];
    const changed = (change: () => void): boolean[] => {
      const before = version();
      change();
      return version().map((one, index) => one !== before[index]);
    };
    expect([
      changed(() => snapshot.setObject('services', object('b'))),
      changed(() => snapshot.setObject('storageClasses', object('c'))),
      changed(() => snapshot.setObject('podDisruptionBudgets', object('d'))),
    ]).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ]);
  });
  test('are not set under a patch', () => {
    const snapshot = makeSnapshot([], [], { services: [object('a')] });
    snapshot.patchObject({
      kind: 'Service',
      namespace: 'n',
      name: 'a',
      patch: { metadata: { labels: { team: 'y' } } },
    });
    expect(() => snapshot.setObject('services', object('b'))).toThrow('services are patched');
    expect(names(snapshot)).toEqual([['a', 'y']]);
  });
});

describe('a mark', () => {
  const cluster = (): Snapshot =>
    makeSnapshot([makeNode('a'), makeNode('b')], [makePod('p').onNode('a'), makePod('q').onNode('a')], {
      services: [{ metadata: { name: 's', namespace: 'n' } }],
    });

  test('is where a rollback leads, and whoever looks meanwhile reads of the way there and back', () => {
    const snapshot = cluster();
    snapshot.nominations.add(placedPod(makePod('hopeful')), 'a');
    const before = [seen(snapshot), snapshot.objects.services];
    const { end } = snapshot.movements;
    snapshot.mark();
    snapshot.removePod('p');
    snapshot.tentatively(() => snapshot.removePod('q'));
    snapshot.addPod(placedPod(makePod('new')), 1);
    snapshot.patchObject({ kind: 'Service', namespace: 'n', name: 's', patch: { spec: { more: true } } });
    snapshot.nominations.remove('hopeful');
    snapshot.nominations.add(placedPod(makePod('other')), 'b');
    snapshot.rollback();
    expect([seen(snapshot), snapshot.objects.services]).toEqual(before);
    expect(snapshot.movements.since(end)?.map(({ pod: { uid }, row, step }) => [uid, row, step])).toEqual([
      ['p', 0, -1],
      ['new', 1, 1],
      ['new', 1, -1],
      ['p', 0, 1],
    ]);
  });
  test('is there once, and not without end', () => {
    const snapshot = cluster();
    snapshot.mark();
    expect(() => snapshot.mark()).toThrow('marked already');
    expect(() => snapshot.removeNodes(new Set([0]))).toThrow('not removed for a trial');
    snapshot.rollback();
    snapshot.rollback();
    snapshot.removePod('p');
    snapshot.rollback();
    expect(snapshot.rowOfPod('p')).toBeUndefined();
  });
});
