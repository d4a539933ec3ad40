import type { Status } from '#scheduler';
import fc from 'fast-check';
import type { ModelAttempt, ModelColumn, ModelScale, ModelScore } from './model.js';

const status: fc.Arbitrary<Status> = fc.record({
  plugin: fc.constantFrom(null, 'NodeName', 'TaintToleration', 'NodeResourcesFit'),
  code: fc.constantFrom('Error', 'Unschedulable', 'UnschedulableAndUnresolvable'),
  reasons: fc.array(fc.constantFrom('Insufficient cpu', 'node(s) had untolerated taint {a: ü}', 'Too many pods'), {
    maxLength: 2,
  }),
});
const verdict = fc.option(status, { freq: 2 });
const integer = fc.oneof(fc.constantFrom(0, 1, 100), fc.integer({ min: -300, max: 70_000 }), fc.maxSafeInteger());
const small = fc.integer({ min: 0, max: 5_000 });

function domains(nodeCount: number): fc.Arbitrary<readonly number[] | null> {
  const keys = fc.array(fc.integer({ min: -1, max: 2 }), { minLength: nodeCount, maxLength: nodeCount });
  const numbered = keys.map((drawn) => {
    const seen: number[] = [];
    return drawn.map((key) => (key < 0 ? -1 : seen.includes(key) ? seen.indexOf(key) : seen.push(key) - 1));
  });
  return fc.oneof(fc.constant(null), fc.constant(Array.from({ length: nodeCount }, () => 0)), numbered);
}

function column<Value>(nodeCount: number, value: fc.Arbitrary<Value>): fc.Arbitrary<ModelColumn<Value>> {
  return domains(nodeCount).chain((of) => {
    const size = of === null ? nodeCount : Math.max(-1, ...of) + 1;
    return fc.array(value, { minLength: size, maxLength: size }).map((values) => ({ domains: of, values }));
  });
}

function score(nodeCount: number, name: string): fc.Arbitrary<ModelScore> {
  const normalized = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: nodeCount, maxLength: nodeCount });
  const scale: fc.Arbitrary<ModelScale> = fc.oneof(
    fc.constant<ModelScale>({ kind: 'none' }),
    fc.record({ kind: fc.constantFrom('max', 'reverseMax'), most: small }),
    fc.record({ kind: fc.constantFrom('minMax', 'reverseRange'), least: small, most: small }),
    fc.record({ kind: fc.constant('custom'), normalized }),
  );
  return scale.chain((drawn) => {
    // A hundred times the largest of integers, over a small one, is no score.
    const raw = drawn.kind === 'none' || drawn.kind === 'custom' ? integer : fc.integer({ min: -300, max: 70_000 });
    return fc
      .record({ plain: column(nodeCount, raw), weight: fc.constantFrom(1, 3) })
      .map(({ plain, weight }) => ({ ...plain, name, weight, scale: drawn }));
  });
}

function attempt(nodeCount: number): fc.Arbitrary<ModelAttempt> {
  const row = fc.integer({ min: 0, max: nodeCount - 1 });
  return fc
    .record({
      filterPlugins: fc.constantFrom(['NodeName', 'NodeResourcesFit'], ['TaintToleration']),
      scorePlugins: fc.constantFrom([], ['NodeAffinity'], ['NodeAffinity', 'ImageLocality']),
    })
    .chain(({ filterPlugins, scorePlugins }) =>
      fc.record({
        classKey: fc.constantFrom('a', 'b'),
        nodeCount: fc.constant(nodeCount),
        filterPlugins: fc.constant(filterPlugins),
        filters: fc.tuple(...filterPlugins.map(() => fc.option(column(nodeCount, verdict), { freq: 4 }))),
        overrides: fc.oneof(
          { arbitrary: fc.constant({ fill: null, rows: [] }), weight: 3 },
          {
            arbitrary: fc.record({
              fill: verdict,
              rows: fc.uniqueArray(fc.tuple(row, verdict), { maxLength: 3, selector: ([first]) => first }),
            }),
            weight: 1,
          },
        ),
        scores: fc.tuple(...scorePlugins.map((name) => score(nodeCount, name))),
      }),
    );
}

/**
 * Takes some values of the attempt before, as placements do: differences are the usual case, not whole new attempts.
 */
interface Step {
  readonly fresh: boolean;
  readonly keep: readonly boolean[];
}

const step: fc.Arbitrary<Step> = fc.record({
  fresh: fc.boolean(),
  keep: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
});

function stepped(before: ModelAttempt, draft: ModelAttempt, { keep }: Step): ModelAttempt {
  const mixed = <Value, Column extends ModelColumn<Value>>(
    then: Column,
    now: ModelColumn<Value> | null | undefined,
  ): Column => {
    if (now === null || now === undefined || now.values.length < then.values.length) return then;
    return {
      ...then,
      values: then.values.map((value, index) => (keep[index] === true ? value : (now.values[index] ?? value))),
    };
  };
  return {
    ...before,
    filters: before.filters.map((column, index) => (column === null ? null : mixed(column, draft.filters[index]))),
    scores: before.scores.map((column, index) =>
      sameKind(column, draft.scores[index])
        ? { ...mixed(column, draft.scores[index]), scale: draft.scores[index]?.scale ?? column.scale }
        : column,
    ),
    overrides: keep[0] === true ? before.overrides : draft.overrides,
  };
}

function sameKind(then: ModelScore, now: ModelScore | undefined): boolean {
  return now?.scale.kind === then.scale.kind;
}

/** The attempts of a run part over the same few nodes, in which consecutive ones often differ in a few values only. */
export const arbitraryPart: fc.Arbitrary<readonly ModelAttempt[]> = fc.integer({ min: 1, max: 8 }).chain((nodeCount) =>
  fc.array(fc.tuple(attempt(nodeCount), step), { minLength: 1, maxLength: 8 }).map((drafts) => {
    const part: ModelAttempt[] = [];
    for (const [draft, how] of drafts) {
      const before = part.findLast(
        ({ classKey, scores }) => classKey === draft.classKey && scores.length === draft.scores.length,
      );
      part.push(how.fresh || before === undefined ? draft : stepped(before, draft, how));
    }
    return part;
  }),
);
