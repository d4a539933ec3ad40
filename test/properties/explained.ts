import fc from 'fast-check';
import { DEFAULT_COSTS, fitAnywhere, whyNot, type Change, type FitAnywhere, type WhyNot } from '#explain';
import { defaultProfile } from '#scheduler';
import { applied, atomsOf, isFeasible, snapshotOf, withLess, type Situation } from './applied-changes.js';
import { obstructed } from './obstacles.js';
import { randomCluster } from './random-cluster.js';

const profile = defaultProfile();

/** What is said of a situation. */
export function explained(situation: Situation): WhyNot {
  const snapshot = snapshotOf(situation);
  const row = snapshot.rowOf(situation.node) ?? -1;
  return whyNot({ snapshot, profile, pod: situation.pod, row, costs: DEFAULT_COSTS });
}

/** Parts that are not the whole: all of them, or, of many atoms, those that lack one. */
function strictParts(atoms: readonly Change[]): readonly (readonly Change[])[] {
  if (atoms.length > 8) return atoms.map((atom) => atoms.filter((other) => other !== atom));
  return Array.from({ length: 2 ** atoms.length - 1 }, (_, mask) =>
    atoms.filter((_atom, at) => (mask >> at) % 2 === 1),
  );
}

/** The node fits after the changes, and after no part of them, by the engine alone. */
function expectSmallest(situation: Situation, changes: readonly Change[]): void {
  expect(isFeasible(applied(situation, changes), profile)).toBe(true);
  const parts = [...strictParts(atomsOf(changes)), ...withLess(changes)];
  expect(parts.filter((part) => isFeasible(applied(situation, part), profile))).toEqual([]);
}

/** What holds of every answer. */
function expectSound(situation: Situation): WhyNot {
  const answer = explained(situation);
  expect(answer.feasible).toBe(isFeasible(situation, profile));
  if (answer.together !== null) expectSmallest(situation, answer.together);
  return answer;
}

/** The nodes that are cheapest to make fit, found at once. */
function foundAnywhere(input: Parameters<typeof fitAnywhere>[0]): FitAnywhere {
  const search = fitAnywhere(input);
  let step = search.next();
  while (step.done !== true) step = search.next();
  return step.value;
}

/** The cheapest of all nodes are those that the cheapest are when each node is asked about alone. */
function expectCheapest(situation: Situation, limit: number): void {
  const each = situation.nodes.flatMap(({ metadata }) => {
    const snapshot = snapshotOf(situation);
    const row = snapshot.rowOf(metadata?.name ?? '') ?? -1;
    return whyNot({ snapshot, profile, pod: situation.pod, row, costs: DEFAULT_COSTS }).cost ?? [];
  });
  const input = { snapshot: snapshotOf(situation), profile, pod: situation.pod, costs: DEFAULT_COSTS, limit };
  const found = foundAnywhere(input).items.map(({ cost }) => cost);
  expect(found).toEqual(each.sort((a, b) => a - b).slice(0, limit));
}

/** Properties of why-not, over so many cases of each kind. */
export function explainedProperties(cases: number): void {
  test(`of ${cases} nodes with an obstacle, every one is made to fit by what is suggested, and no part of it`, () => {
    fc.assert(
      fc.property(obstructed(1, 1), ({ situation }) => {
        expect(expectSound(situation).together).not.toBeNull();
      }),
      { numRuns: cases },
    );
  });

  test(`so is every one of ${cases} with several`, () => {
    fc.assert(
      fc.property(obstructed(2, 5), ({ situation }) => {
        expect(expectSound(situation).together).not.toBeNull();
      }),
      { numRuns: cases },
    );
  });

  test(`of all nodes of ${cases} random clusters the cheapest are reported`, () => {
    fc.assert(
      fc.property(randomCluster, fc.nat(), fc.integer({ min: 1, max: 4 }), (cluster, at, limit) => {
        const { nodes, bound, pending, objects } = cluster;
        const pod = pending[at % pending.length];
        if (pod !== undefined) expectCheapest({ nodes, bound, objects: objects, pod, node: '' }, limit);
      }),
      { numRuns: cases },
    );
  });

  test(`so are they around ${cases} nodes with several obstacles`, () => {
    fc.assert(
      fc.property(obstructed(2, 5), fc.integer({ min: 1, max: 2 }), ({ situation }, limit) => {
        expectCheapest(situation, limit);
      }),
      { numRuns: cases },
    );
  });

  test(`what is suggested in ${cases} random clusters is enough, and no part of it is`, () => {
    fc.assert(
      fc.property(randomCluster, fc.nat(), ({ nodes, bound, pending, objects }, at) => {
        const pod = pending[at % pending.length];
        const node = nodes[at % nodes.length]?.metadata?.name ?? '';
        if (pod !== undefined) expectSound({ nodes, bound, objects: objects, pod, node });
      }),
      { numRuns: cases },
    );
  });
}
