import fc from 'fast-check';
import { makeNode, makePod } from '../testing/index.js';
import { noPod, type ClusterObject, type ObjectKind } from '../objects/index.js';
import { placedPod, type PlacedPod } from './placed-pod.js';
import type { PluginState, StateDefinition } from './plugin-state.js';
import { RowCounts } from './row-counts.js';
import { Snapshot } from './snapshot.js';

const CLAIMS = { kind: 'ResourceClaim', list: 'resourceClaims', concerns: noPod } as const satisfies ObjectKind;

/** What a plugin for gangs would keep: members on nodes, in the cluster and by row. */
class Members implements PluginState {
  #byGroup = new Map<string, number>();
  #byRow = new RowCounts();

  get seen(): unknown {
    return [[...this.#byGroup].sort(), [...this.#byRow.values]];
  }

  setNode(_node: unknown, row: number): void {
    this.#byRow.ensure(row);
  }

  keepRows(rows: readonly number[]): void {
    this.#byRow.keep(rows);
  }

  movePod({ labels }: PlacedPod, row: number, step: 1 | -1): void {
    const group = labels?.['group'] ?? '';
    const members = (this.#byGroup.get(group) ?? 0) + step;
    if (members === 0) this.#byGroup.delete(group);
    else this.#byGroup.set(group, members);
    this.#byRow.add(row, step);
  }

  fork(): Members {
    const copy = new Members();
    copy.#byGroup = new Map(this.#byGroup);
    copy.#byRow = this.#byRow.fork();
    return copy;
  }
}

/** What a plugin for device claims would keep: which devices are allocated. */
class Devices implements PluginState {
  #taken = new Map<unknown, number>();

  get seen(): unknown {
    return [...this.#taken].sort();
  }

  changeObject(kind: ObjectKind, before: ClusterObject | undefined, after: ClusterObject | undefined): void {
    expect(kind).toBe(CLAIMS);
    for (const [object, step] of [
      [before, -1],
      [after, 1],
    ] as const) {
      if (object === undefined) continue;
      const taken = (this.#taken.get(object.spec) ?? 0) + step;
      if (taken === 0) this.#taken.delete(object.spec);
      else this.#taken.set(object.spec, taken);
    }
  }

  fork(): Devices {
    const copy = new Devices();
    copy.#taken = new Map(this.#taken);
    return copy;
  }
}

const MEMBERS: StateDefinition<Members> = { name: 'Members', create: () => new Members() };
const DEVICES: StateDefinition<Devices> = { name: 'Devices', create: () => new Devices(), follows: [CLAIMS] };
const PARTS = { states: [MEMBERS, DEVICES], kinds: [CLAIMS] };

const claim = (name: string, device: number): ClusterObject => ({ metadata: { name, namespace: 'n' }, spec: device });
const seen = (snapshot: Snapshot): unknown => [snapshot.state(MEMBERS).seen, snapshot.state(DEVICES).seen];

/** A snapshot that is made of what this one has now. */
function rebuilt(snapshot: Snapshot): Snapshot {
  const built = new Snapshot(PARTS, snapshot.objects);
  for (const { name } of snapshot.nodes) built.addNode(makeNode(name));
  snapshot.nodes.forEach((_, row) => snapshot.pods(row).forEach((pod) => built.addPod(pod, row)));
  return built;
}

const change = fc.record({
  what: fc.constantFrom('pod', 'node', 'set', 'remove', 'replace', 'patch' as const),
  name: fc.constantFrom('a', 'b', 'c'),
  number: fc.nat(3),
});
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

function apply(snapshot: Snapshot, { what, name, number }: Change): void {
  if (what === 'pod') {
    if (snapshot.removePod(name) !== undefined || number >= snapshot.nodeCount) return;
    snapshot.addPod(placedPod(makePod(name).labels({ group: `g${number}` })), number);
  }
  if (what === 'patch' && snapshot.object(CLAIMS.list, name, 'n') !== undefined)
    snapshot.patchObject({ kind: CLAIMS.kind, namespace: 'n', name, patch: { spec: number } });
}

/** Changes that are not undone. */
function applyForGood(snapshot: Snapshot, one: Change): void {
  const { what, name, number } = one;
  const row = snapshot.rowOf(name);
  if (what === 'node' && row === undefined) snapshot.addNode(makeNode(name));
  else if (what === 'node') snapshot.removeNodes(new Set([row ?? 0]));
  else if (what === 'set') snapshot.setObject(CLAIMS.list, claim(name, number));
  else if (what === 'remove') snapshot.removeObject(CLAIMS.list, name, 'n');
  else if (what === 'replace') snapshot.replaceObjects(CLAIMS.list, [claim(name, number), claim('b', 1)]);
  else if (what === 'pod') apply(snapshot, one);
}

test('a state is what the cluster of the moment makes of it, on trial, after undoing and in forks', () => {
  fc.assert(
    fc.property(fc.array(change), fc.array(change), fc.array(change), (changes, tried, deeper) => {
      const snapshot = new Snapshot(PARTS, { [CLAIMS.list]: [claim('a', 0), claim('b', 1)] });
      for (const one of changes) applyForGood(snapshot, one);
      const before = seen(snapshot);
      expect(before).toEqual(seen(rebuilt(snapshot)));
      const fork = snapshot.fork();
      snapshot.mark();
      for (const one of tried) apply(snapshot, one);
      const inside = seen(snapshot);
      expect(inside).toEqual(seen(rebuilt(snapshot)));
      snapshot.tentatively(() => deeper.forEach((one) => apply(snapshot, one)));
      expect(seen(snapshot)).toEqual(inside);
      snapshot.rollback();
      expect([seen(snapshot), seen(fork)]).toEqual([before, before]);
      for (const one of tried) applyForGood(fork, one);
      expect([seen(snapshot), seen(fork)]).toEqual([before, seen(rebuilt(fork))]);
    }),
    { numRuns: 200 },
  );
});

test('a state that the snapshot was not made with is named', () => {
  expect(() => new Snapshot({ states: [MEMBERS], kinds: [] }).state(DEVICES)).toThrow(
    new RangeError('the snapshot has no state Devices'),
  );
});
