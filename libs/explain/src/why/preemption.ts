import { counted } from '../near-miss/index.js';
import {
  DenseExecutor,
  DisruptionBudgets,
  preemptionLoss,
  schedulePod,
  type BrokenBudget,
  type PlacedPod,
  type Pod,
  type PreemptionCandidate,
  type Profile,
  type Snapshot,
} from '#scheduler';

/** The criteria of kube-scheduler v1.34 pickOneNodeForPreemption, in their order; of each the smallest wins. */
export const PREEMPTION_RULES = [
  'budgetViolations',
  'highestPriority',
  'sumOfPriorities',
  'victimCount',
  'latestStart',
] as const;
export type PreemptionRule = (typeof PREEMPTION_RULES)[number];

const IN_WORDS: Readonly<Record<PreemptionRule, string>> = {
  budgetViolations: 'the fewest victims whose PodDisruptionBudget is broken',
  highestPriority: 'the lowest priority of the most important victim',
  sumOfPriorities: 'the smallest sum of the priorities of all victims',
  victimCount: 'the fewest victims',
  latestStart: 'the latest start of the most important victim',
};

interface NamedVictim {
  readonly namespace: string;
  readonly name: string;
  readonly priority: number;
}

/** A node where room could be made, and what would be lost there. */
export interface ExplainedCandidate {
  readonly node: string;
  /** The most important first. */
  readonly victims: readonly NamedVictim[];
  /** How many there are beside those, which may not be named. */
  readonly otherVictims: number;
  /** PodDisruptionBudgets that allow fewer disruptions than there are victims of theirs. */
  readonly budgets: readonly BrokenBudget[];
  /** Victims that a budget would keep. */
  readonly budgetViolations: number;
  readonly chosen: boolean;
  /** The first rule by which another candidate is better; null for the chosen one, and where all are equal. */
  readonly lostBy: PreemptionRule | null;
}

/** Why room is made on one node and not on another. */
export interface ExplainedPreemption {
  /** The chosen first, then those that lost by a later rule before those that lost by an earlier one. */
  readonly candidates: readonly ExplainedCandidate[];
  /** The rules by which candidates were left out, in their order; none where there was one candidate, or a tie. */
  readonly rules: readonly PreemptionRule[];
  readonly sentence: string;
}

interface Input {
  readonly snapshot: Snapshot;
  readonly profile: Profile;
  readonly pod: Pod;
  /** The node that the decision nominated. */
  readonly nominated: string;
  readonly mayName?: (namespace: string) => boolean;
}

/** The candidates of a preemption, made anew on the cluster as the decision saw it; null where there are none. */
export function explainPreemption(input: Input): ExplainedPreemption | null {
  const found = candidatesOf(input);
  if (found.length === 0) return null;
  const { lostBy, rules } = contest(found);
  const { snapshot, nominated, mayName = () => true } = input;
  const budgets = new DisruptionBudgets(snapshot.objects);
  const candidates = found.map((candidate): ExplainedCandidate => {
    const node = snapshot.nodes[candidate.row]?.name ?? '';
    const named = candidate.victims.filter(({ namespace }) => mayName(namespace));
    return {
      node,
      victims: named.map(victimOf),
      otherVictims: candidate.victims.length - named.length,
      budgets: budgets.broken(candidate.victims).filter(({ namespace }) => mayName(namespace)),
      budgetViolations: candidate.budgetViolations,
      chosen: node === nominated,
      lostBy: lostBy.get(candidate) ?? null,
    };
  });
  candidates.sort((a, b) => Number(b.chosen) - Number(a.chosen) || rankOf(b) - rankOf(a));
  return { candidates, rules, sentence: inWords(candidates, rules) };
}

function candidatesOf({ snapshot, profile, pod }: Input): readonly PreemptionCandidate[] {
  const alone = { ...profile, extenders: [] };
  const executor = new DenseExecutor();
  const steps = schedulePod({ profile: alone, snapshot, executor, pod, tieBreak: { rule: 'first' }, ordinal: 0 });
  let step = steps.next();
  while (step.done !== true) step = steps.next(step.value.map(() => ({ allowed: true as const })));
  return step.value.postFilter?.search.candidates ?? [];
}

/** Rule after rule, as kube-scheduler leaves candidates out. */
function contest(candidates: readonly PreemptionCandidate[]): {
  readonly lostBy: ReadonlyMap<PreemptionCandidate, PreemptionRule>;
  readonly rules: readonly PreemptionRule[];
} {
  const lostBy = new Map<PreemptionCandidate, PreemptionRule>();
  const rules: PreemptionRule[] = [];
  let left = candidates.map((candidate) => ({ candidate, loss: preemptionLoss(candidate) }));
  for (const rule of PREEMPTION_RULES) {
    const least = Math.min(...left.map(({ loss }) => loss[rule]));
    const best = left.filter(({ loss }) => loss[rule] === least);
    if (best.length < left.length) rules.push(rule);
    for (const one of left) if (!best.includes(one)) lostBy.set(one.candidate, rule);
    left = best;
  }
  return { lostBy, rules };
}

/** In words, the rule by which less is lost on one candidate than on the other; null where it is not less. */
export function lessLost(one: PreemptionCandidate, other: PreemptionCandidate): string | null {
  const [here, there] = [preemptionLoss(one), preemptionLoss(other)];
  const rule = PREEMPTION_RULES.find((name) => here[name] !== there[name]);
  return rule === undefined || here[rule] > there[rule] ? null : IN_WORDS[rule];
}

function rankOf({ lostBy }: ExplainedCandidate): number {
  return lostBy === null ? PREEMPTION_RULES.length : PREEMPTION_RULES.indexOf(lostBy);
}

function victimOf({ namespace, name, priority }: PlacedPod): NamedVictim {
  return { namespace, name, priority };
}

/** So many candidates are listed in words; the data has all. */
const MOST_REPORTED = 3;

function inWords(candidates: readonly ExplainedCandidate[], rules: readonly PreemptionRule[]): string {
  const [chosen, ...others] = candidates;
  if (chosen === undefined) return '';
  const only = others.length === 0 ? ', the only node where room can be made' : '';
  const first = `Room is made on ${chosen.node}${only}: ${lossInWords(chosen)}.`;
  const reported = others
    .slice(0, MOST_REPORTED)
    .map((one) => ` ${one.node} would lose ${lossInWords(one)}: ${whyNot(one)}.`);
  const more = others.length > MOST_REPORTED ? ` ${others.length - MOST_REPORTED} more nodes lost as well.` : '';
  const order = rules.length > 1 ? ` The rules apply in the order of kube-scheduler: ${rules.join(', ')}.` : '';
  return `${first}${reported.join('')}${more}${order}`;
}

function whyNot({ lostBy }: ExplainedCandidate): string {
  return lostBy === null ? 'that is as good, and the tie rule decides' : `${IN_WORDS[lostBy]} decides`;
}

function lossInWords({ victims, otherVictims, budgets, budgetViolations }: ExplainedCandidate): string {
  const named = victims
    .slice(0, MOST_REPORTED)
    .map(({ namespace, name, priority }) => `${namespace}/${name} (priority ${priority})`);
  const rest = victims.length - named.length + otherVictims;
  const pods = [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  if (budgetViolations === 0) return `${pods}, without breaking a budget`;
  const broken = budgets.map(({ namespace, name }) => `${namespace}/${name}`).join(', ');
  const what = broken === '' ? 'budgets' : `budget ${broken}`;
  return `${pods}, breaking ${what} for ${counted(budgetViolations, 'victim')}`;
}
