import {
  type Combination,
  type Evidence,
  type StatusCode,
  type VerdictColumn,
  failuresAt,
  firstAt,
  type StatusTable,
} from '../evidence/index.js';
import type { Evaluation, Filtered } from '../executor/index.js';
import { PluginFailure } from '../attempt/index.js';
import type { Asking } from '../plugin.js';
import type { Consultation } from './consultation.js';
import { hasVerb, resultOf, whyNone, type Extender, type FilterResult } from '../extenders/index.js';

/** Said of a node that an extender neither lets pass nor gives a reason for. */
const LEFT_OUT = 'the extender left the node out without a reason';

/** Of a row that an extender was asked about, and of one that it let pass. */
const [ASKED, PASSES] = [1, 2];

/** What extenders are asked on. */
export interface FilterInput {
  readonly evaluation: Evaluation;
  readonly statuses: StatusTable;
  readonly filtered: Filtered;
}

/** What filtering came to with extenders, and the reasons they gave for nodes that the cluster does not have. */
export interface Narrowed {
  readonly filtered: Filtered;
  readonly strayReasons: readonly string[];
}

/**
 * Asks extenders about the nodes that pass the filters, one after the other, each about what the one before left. As
 * kube-scheduler v1.34 findNodesThatFitPod: about the nominated node alone first, where that passes.
 */
export function* narrow(consultation: Consultation, input: FilterInput): Asking<Narrowed> {
  const { filtered } = input;
  const verdicts = new ExtenderVerdicts(input, consultation.extenders);
  const { nominatedRow } = filtered;
  if (nominatedRow >= 0 && (yield* passes(consultation, verdicts, nominatedRow)))
    return verdicts.narrowed({ ...filtered, nominatedRow });
  verdicts.rows = filtered.feasible();
  yield* askEach(consultation, verdicts);
  return verdicts.narrowed({ ...filtered, nominatedRow: -1, feasibleCount: verdicts.rows.length });
}

/** An extender that fails here is no error: all nodes are tried. */
function* passes(consultation: Consultation, verdicts: ExtenderVerdicts, row: number): Asking<boolean> {
  verdicts.rows = Uint32Array.of(row);
  try {
    yield* askEach(consultation, verdicts);
  } catch (error) {
    if (error instanceof PluginFailure) return false;
    throw error;
  }
  return verdicts.rows.length > 0;
}

/** As kube-scheduler v1.34 findNodesThatPassExtenders. */
function* askEach(consultation: Consultation, verdicts: ExtenderVerdicts): Asking<void> {
  const { pod, snapshot } = verdicts.input.evaluation;
  for (const extender of consultation.extenders) {
    if (verdicts.rows.length === 0) return;
    if (!hasVerb(extender, 'filter')) continue;
    const nodes = Array.from(verdicts.rows, (row) => snapshot.nodes[row]?.name ?? '');
    const answer = yield* consultation.askOne({ kind: 'extender', extender, verb: 'filter', pod: pod.pod, nodes });
    const result = resultOf(answer, 'filter');
    const failure = result === null ? whyNone(answer, 'filter') : verdicts.take(extender, result);
    if (failure !== '' && !extender.ignorable) throw new PluginFailure(failure);
  }
}

/** What extenders say of nodes, gathered as evidence beside that of the filters. */
class ExtenderVerdicts {
  /** Those that still pass. */
  rows: Uint32Array = new Uint32Array(0);
  /** By name of the extender. */
  readonly #columns = new Map<string, Uint32Array>();
  /** The statuses that extenders gave, by row: also of nodes they were not asked about. */
  readonly #given = new Map<number, number>();
  readonly #strayReasons: string[] = [];

  constructor(
    readonly input: FilterInput,
    private readonly extenders: readonly Extender[],
  ) {}

  /** Takes a result, or nothing of it, and answers what is wrong with it; empty: nothing. */
  take(extender: Extender, result: FilterResult): string {
    if (result.error !== '') return result.error;
    const { snapshot } = this.input.evaluation;
    const passes = new Uint8Array(snapshot.nodeCount);
    for (const row of this.rows) passes[row] = ASKED;
    for (const node of result.nodes) {
      const row = snapshot.rowOf(node) ?? -1;
      if (!passes[row]) return notAskedAbout(extender, node);
      passes[row] = PASSES;
    }
    const said = this.#said(extender, result);
    const column = this.#columns.get(extender.name) ?? new Uint32Array(snapshot.nodeCount);
    this.#columns.set(extender.name, column);
    const leftOut = this.input.statuses.intern(extender.name, 'UnschedulableAndUnresolvable', [LEFT_OUT]);
    for (const row of this.rows) column[row] = passes[row] === PASSES ? 0 : (said.get(row) ?? leftOut);
    this.rows = this.rows.filter((row) => passes[row] === PASSES);
    return '';
  }

  /** The statuses that the extender gives, by row. */
  #said({ name }: Extender, { failed, unresolvable }: FilterResult): ReadonlyMap<number, number> {
    const { statuses, evaluation } = this.input;
    const said = new Map<number, number>();
    const give = (node: string, code: StatusCode, reason: string): void => {
      const row = evaluation.snapshot.rowOf(node);
      if (row === undefined) this.#strayReasons.push(reason);
      else said.set(row, statuses.intern(name, code, [reason]));
    };
    for (const [node, reason] of Object.entries(unresolvable)) give(node, 'UnschedulableAndUnresolvable', reason);
    for (const [node, reason] of Object.entries(failed))
      if (!Object.hasOwn(unresolvable, node)) give(node, 'Unschedulable', reason);
    for (const [row, status] of said) this.#given.set(row, status);
    return said;
  }

  narrowed(filtered: Filtered): Narrowed {
    const columns = [...this.#columns].map(([plugin, values]): VerdictColumn => ({
      plugin,
      domains: null,
      values,
      changed: null,
    }));
    const all = filtered.nominatedRow >= 0 ? this.input.filtered.feasible() : this.rows;
    const evidence = this.#evidence(this.input.filtered, { columns, left: all });
    return { strayReasons: this.#strayReasons, filtered: { ...filtered, feasible: () => all, evidence } };
  }

  #evidence(
    { evidence, feasible }: Filtered,
    { columns, left }: { readonly columns: readonly VerdictColumn[]; readonly left: Uint32Array },
  ): Evidence {
    const overrides = { fill: evidence.overrides.fill, rows: new Map(evidence.overrides.rows) };
    const counts = new CombinationCounts(evidence.combinations);
    const isLeft = new Uint8Array(evidence.nodeCount);
    for (const row of left) isLeft[row] = 1;
    for (const row of new Set([...this.#given.keys(), ...feasible().filter((row) => isLeft[row] === 0)])) {
      if (isLeft[row] === 1) continue;
      const first = this.#given.get(row) ?? this.#unnamed(evidence);
      overrides.rows.set(row, first);
      const failures = failuresAt(evidence, row);
      const added = columns.flatMap(({ values }) => (values[row] ? [values[row]] : []));
      counts.move({ first: firstAt(evidence, row), failures }, { first, failures: [...failures, ...added] });
    }
    const asked = this.extenders.filter((extender) => hasVerb(extender, 'filter')).map(({ name }) => name);
    return {
      ...evidence,
      filterPlugins: [...evidence.filterPlugins, ...asked],
      verdicts: [...evidence.verdicts, ...columns],
      overrides,
      combinations: counts.all,
      lineage: null,
    };
  }

  /** What kube-scheduler has for nodes without any statement. */
  #unnamed({ overrides: { fill } }: Evidence): number {
    return fill || this.input.statuses.intern(null, 'UnschedulableAndUnresolvable', []);
  }
}

function notAskedAbout({ urlPrefix }: Extender, node: string): string {
  const [url, name] = [JSON.stringify(urlPrefix), JSON.stringify(node)];
  return `extender ${url} claims a filtered node ${name} which is not found in the input node list`;
}

type Said = Pick<Combination, 'first' | 'failures'>;

/** How many nodes the same is said of, while nodes change sides. */
class CombinationCounts {
  readonly #counts = new Map<string, { first: number; failures: readonly number[]; rows: number }>();

  constructor(combinations: readonly Combination[]) {
    for (const combination of combinations) this.#of(combination).rows += combination.rows;
  }

  get all(): Combination[] {
    return [...this.#counts.values()].filter(({ rows }) => rows > 0);
  }

  move(from: Said, to: Said): void {
    this.#of(from).rows -= 1;
    this.#of(to).rows += 1;
  }

  #of({ first, failures }: Said): { rows: number } {
    const key = `${first} ${failures.join(' ')}`;
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const added = { first, failures, rows: 0 };
    this.#counts.set(key, added);
    return added;
  }
}
