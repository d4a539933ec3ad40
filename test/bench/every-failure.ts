import {
  DenseExecutor,
  definePlugin,
  IN_TREE_PLUGINS,
  isTerminating,
  readProfile,
  schedulePod,
  type Cycle,
  type Plugin,
  type PreparedFilter,
  type Profile,
} from '#scheduler';
import { applyPlacement, type NodeFilter } from '../../libs/scheduler/src/testing/index.js';
import { readRecordings, recordingFiles } from '../conformance/read-recordings.js';
import { snapshotOf } from '../conformance/scenario-snapshot.js';
import type { Scenario } from '../conformance/recording.js';

/**
 * What it costs to know every failing filter of every node instead of the first:
 * `node dist/test/bench/every-failure.js FILE...` plays recorded scenarios both ways, in turn, and prints the ratio of
 * the times. Both ways ask through the same wrapper.
 */
const ROUNDS = 15;

/** Rows that some filter of the present attempt has turned down. */
class Rejected {
  #rows = new Uint8Array(0);
  constructor(private readonly firstOnly: boolean) {}

  begin(nodeCount: number): void {
    this.#rows = new Uint8Array(nodeCount);
  }

  watch(filter: NodeFilter): NodeFilter {
    return (row) => {
      if (this.firstOnly && this.#rows[row] === 1) return 0;
      const status = filter(row);
      if (status !== 0) this.#rows[row] = 1;
      return status;
    };
  }
}

function watched(plugin: Plugin, rejected: Rejected): Plugin {
  const { preFilter, filter } = plugin;
  return definePlugin({
    ...plugin,
    ...(preFilter && {
      preFilter: (cycle: Cycle) => {
        const answer = preFilter.call(plugin, cycle);
        return answer.kind === 'filter' ? watchedFilter(answer, rejected) : answer;
      },
    }),
    ...(filter && {
      filter: (cycle: Cycle) => {
        const answer = filter.call(plugin, cycle);
        return watchedFilter(typeof answer === 'function' ? { kind: 'filter', filter: answer } : answer, rejected);
      },
    }),
  });
}

/** Without domains: a row that is passed over answers otherwise than its neighbours. */
function watchedFilter({ domains: _, ...answer }: PreparedFilter, rejected: Rejected): PreparedFilter {
  return { ...answer, filter: rejected.watch(answer.filter) };
}

/** Microseconds of CPU that all attempts of a scenario take, without preemption. */
function play(scenario: Scenario, firstOnly: boolean): number {
  const rejected = new Rejected(firstOnly);
  const profile = profileOf(scenario, rejected);
  const snapshot = snapshotOf(scenario);
  const executor = new DenseExecutor();
  const input = { profile, snapshot, executor, tieBreak: { rule: 'first' } as const, mayMakeRoom: false };
  let spent = 0;
  scenario.pods.forEach((pod, ordinal) => {
    if (isTerminating(pod)) return;
    rejected.begin(snapshot.nodeCount);
    const begun = process.cpuUsage();
    const step = schedulePod({ ...input, pod, ordinal }).next();
    const { user, system } = process.cpuUsage(begun);
    spent += user + system;
    if (step.done === true && step.value.outcome === 'scheduled')
      applyPlacement(snapshot, step.value, '2030-01-01T00:00:00Z');
  });
  return spent;
}

function profileOf({ id, profile = {} }: Scenario, rejected: Rejected): Profile {
  const read = readProfile(
    profile,
    IN_TREE_PLUGINS.map((plugin) => watched(plugin, rejected)),
  );
  if ('profile' in read) return read.profile;
  throw new Error(`${id}: ${read.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}`);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

for (const file of process.argv.slice(2).flatMap(recordingFiles)) {
  const scenarios = [...readRecordings(file)].map(({ scenario }) => scenario);
  const sum = (firstOnly: boolean): number =>
    scenarios.reduce((total, scenario) => total + play(scenario, firstOnly), 0);
  const ratios: number[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    const ratio = sum(false) / sum(true);
    if (round >= 0) ratios.push(ratio);
  }
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
  process.stdout.write(
    `${file}: every failure / first only = ${median(ratios).toFixed(2)} (${low} to ${high}, ${ROUNDS} rounds)\n`,
  );
}
