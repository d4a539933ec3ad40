import type { Status } from '#scheduler';
import fc from 'fast-check';
import type { ModelAttempt, ModelRow } from './model.js';

const status: fc.Arbitrary<Status> = fc.record({
  plugin: fc.constantFrom(null, 'NodeName', 'TaintToleration', 'NodeResourcesFit'),
  code: fc.constantFrom('Error', 'Unschedulable', 'UnschedulableAndUnresolvable'),
  reasons: fc.array(fc.constantFrom('Insufficient cpu', 'node(s) had untolerated taint {a: ü}', 'Too many pods'), { maxLength: 2 }),
});
const integer = fc.oneof(fc.constantFrom(0, 1, 100), fc.integer({ min: -300, max: 70_000 }), fc.maxSafeInteger());

function row(scores: number): fc.Arbitrary<ModelRow> {
  return fc.record({
    status: fc.option(status, { freq: 1 }),
    failures: fc.array(status, { maxLength: 2 }),
    scores: fc.array(fc.record({ raw: integer, normalized: fc.integer({ min: 0, max: 100 }) }), { minLength: scores, maxLength: scores }),
  });
}

function attempt(nodeCount: number): fc.Arbitrary<ModelAttempt> {
  return fc.integer({ min: 0, max: 2 }).chain((scores) =>
    fc.record({
      classKey: fc.constantFrom('a', 'b'),
      filterPlugins: fc.constantFrom(['NodeName', 'NodeResourcesFit'], ['TaintToleration']),
      scorePlugins: fc.constantFrom([1, 3], [2, 1]).map((weights) => ['NodeAffinity', 'ImageLocality'].slice(0, scores).map((name, index) => ({ name, weight: weights[index] ?? 1 }))),
      rows: fc.array(row(scores), { minLength: nodeCount, maxLength: nodeCount }),
    }),
  );
}

/** Replaces some rows of the attempt before, as placements do: differences are the usual case, not whole new attempts. */
const step: fc.Arbitrary<{ readonly fresh: boolean; readonly keep: readonly boolean[] }> = fc.record({
  fresh: fc.boolean(),
  keep: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
});

/** The attempts of a run part over the same few nodes, in which consecutive ones often differ in a few rows only. */
export const arbitraryPart: fc.Arbitrary<readonly ModelAttempt[]> = fc.integer({ min: 1, max: 8 }).chain((nodeCount) =>
  fc.array(fc.tuple(attempt(nodeCount), step), { minLength: 1, maxLength: 8 }).map((drafts) => {
    const part: ModelAttempt[] = [];
    for (const [draft, { fresh, keep }] of drafts) {
      const before = part.findLast(({ classKey, scorePlugins }) => classKey === draft.classKey && scorePlugins.length === draft.scorePlugins.length);
      part.push(fresh || before === undefined ? draft : { ...before, rows: draft.rows.map((row, index) => (keep[index] ? (before.rows[index] ?? row) : row)) });
    }
    return part;
  }),
);
