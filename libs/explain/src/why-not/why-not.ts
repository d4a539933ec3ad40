import type { KeptPreFilters, Pod, Profile, Snapshot, Status } from '#scheduler';
import type { Amounts } from '../explainers/index.js';
import { factsOf, type Fact, type Manifests } from '../facts/index.js';
import { counted, NOTHING_UNMET, unmetBy, unmetInWords, type Unmet } from '../near-miss/index.js';
import type { SettableLabels } from '../labels/index.js';
import { Pair, type Change, type NamedPod } from '../pair/index.js';
import { nearestInWords, requestChanges } from '../requests/index.js';
import { contributionsInWords } from '../why/index.js';
import { costOf, costOfAll, type Costs } from './costs.js';
import { changeInWords, listed } from './in-words.js';
import type { LeastChangesInput } from './least-changes.js';
import { namedChange, namedIn, type MayName } from './naming.js';
import { rivalry, type Rivalry } from './rivalry.js';
import { butForThat, standingInWords, type PodStanding } from './standing.js';
import { explain, type Explained } from './explained.js';
import { together } from './together.js';

/** A change with what it costs and how it is said. */
export type ReportedChange = Change & { readonly cost: number; readonly sentence: string };

/** A filter that fails, and what that comes from. */
export interface ExplainedFailure extends Status {
  readonly amounts: readonly Amounts[];
  /** Pods that hold what is missing, or are in the way. */
  readonly heldBy: readonly NamedPod[];
  /** How many there are beside those, who may not be named; absent where everybody may. */
  readonly otherHolders?: number;
  /** What it comes from, cause by cause, in words. */
  readonly causes: readonly string[];
  /** What lies behind it: claims, selectors, domains and amounts by name, a sentence each without its full stop. */
  readonly facts: readonly string[];
}

/** One way to undo one cause: changes of the same `cause` and `option` belong together, options are alternatives. */
export interface OfferedChange {
  /** The plugin that fails; null where kube-scheduler names none. */
  readonly failure: string | null;
  /** Index into the failure's `causes`. */
  readonly cause: number;
  readonly option: number;
  readonly change: ReportedChange;
}

/** Why a pod does not go to a node, and what would change that. */
export interface WhyNot extends Unmet {
  readonly pod: { readonly namespace: string; readonly name: string };
  readonly node: string;
  readonly feasible: boolean;
  /** Why no scheduler tries the pod, whichever nodes there are: `waits for its scheduling gate x`. */
  readonly notTried: readonly string[];
  /** kube-scheduler's own answer for the node; null when the pod fits. */
  readonly status: Status | null;
  readonly failures: readonly ExplainedFailure[];
  readonly changes: readonly OfferedChange[];
  /** Makes the pair feasible, and no part of it does; null where no change is known that does; none when it fits. */
  readonly together: readonly ReportedChange[] | null;
  /** Of all of `together`; null where there is none. */
  readonly cost: number | null;
  /**
   * Whether no cheaper changes of the known kinds are enough (where there is none, whether none are at all). False: the
   * search ended before it had looked at all of them, and the cost is at most this.
   */
  readonly isLeast: boolean;
  /** Whether the pod would go there, as things are or when `together` is done. */
  readonly wouldWin: boolean;
  /** How the node would do against the others then; null where it cannot be made to fit. */
  readonly rivalry: Rivalry | null;
  readonly sentence: string;
  /** Pods and budgets that may not be named are counted. */
  readonly redacted?: true;
}

/** What is asked about a pod and a node. */
export interface WhyNotInput {
  /** The caller's own: it is changed, and is afterwards as it was for this pod. */
  readonly snapshot: Snapshot;
  readonly profile: Profile;
  /** Not on any node of the snapshot. */
  readonly pod: Pod;
  readonly row: number;
  readonly costs: Costs;
  /** Who may be named; everybody where nothing is said. */
  readonly mayName?: MayName;
  /** What is known of the pod beside its manifest. */
  readonly standing?: PodStanding;
  /** Pods of the node as they are, by uid; without them less is said of what these hold. */
  readonly manifests?: Manifests;
  /** Of the snapshot, where many nodes are asked about. */
  readonly kept?: KeptPreFilters;
  /** Labels, or domains of labels, that say what a node is beside those that are known to: no change sets them. */
  readonly identityLabels?: readonly string[];
  /** Which labels may be set for the pod, where many nodes are asked about. */
  readonly settable?: SettableLabels;
}

/** Every filter that fails with what it comes from, and the cheapest changes that make the node fit. */
export function whyNot(input: WhyNotInput): WhyNot {
  return explained(input).answer;
}

/**
 * The same, and by which other requests the rivalry would end otherwise, once the changes are made. Stops now and then,
 * for others to have their turn.
 */
export function* whyNotWithRequests(input: WhyNotInput): Generator<void, WhyNot, undefined> {
  const { answer, pair, changes } = explained(input);
  const { rivalry: rival } = answer;
  if (rival === null) return answer;
  yield;
  const { snapshot, profile, pod, row } = pair.after(changes ?? []);
  const end = yield* requestChanges({ snapshot, profile, pod, row, tie: 'first' });
  const otherwise = nearestInWords(end, `it would go ${rival.wins ? 'elsewhere' : 'there'}`);
  return { ...answer, rivalry: { ...rival, requestChanges: end.changes }, sentence: `${answer.sentence} ${otherwise}` };
}

/** An answer, and what it was found with: the changes with all names. */
interface Answered {
  readonly answer: WhyNot;
  readonly pair: Pair;
  readonly changes: readonly Change[] | null;
}

function explained({ costs, mayName, standing, manifests, ...input }: WhyNotInput): Answered {
  const pair = new Pair(input);
  const { status } = pair.answer();
  const found = explain(pair);
  const named = mayName === undefined ? found : found.map((one) => namedIn(one, mayName));
  const { changes, isLeast } = status === null ? NOTHING_NEEDED : remedyOf({ pair, explained: found, costs });
  const rival = changes === null ? null : pair.with(changes, (pod) => rivalry(input, pod));
  const reported =
    changes?.map((change) => tell(mayName === undefined ? change : namedChange(change, mayName), costs)) ?? null;
  const answer = {
    pod: { namespace: pair.incoming.namespace, name: input.pod.metadata?.name ?? '' },
    node: pair.nodeName,
    feasible: status === null,
    notTried: standingInWords(input.pod, standing),
    status,
    failures: named.map((one) =>
      failureOf(one, namedFacts(factsOf(pair, one.status, manifests ?? NO_MANIFESTS), mayName)),
    ),
    changes: named.flatMap((one) => offersOf(one, costs)),
    together: reported,
    cost: changes === null ? null : costOfAll(changes, costs),
    isLeast,
    ...(status === null ? NOTHING_UNMET : unmetBy(pair.incoming, { ...input, ...(mayName && { mayName }) })),
    wouldWin: rival?.wins ?? false,
    rivalry: rival,
    ...(mayName && { redacted: true as const }),
  };
  return { answer: { ...answer, sentence: inWords(answer, named, standing) }, pair, changes };
}

const NO_MANIFESTS: Manifests = new Map();

/** Facts that name objects of other namespaces are for readers who may know these. */
function namedFacts(facts: readonly Fact[], mayName: MayName = () => true): readonly string[] {
  return facts.flatMap(({ text, namespaces = [] }) => (namespaces.every(mayName) ? [text] : []));
}

const NOTHING_NEEDED = Object.freeze({ changes: [] as readonly Change[], isLeast: true });

function remedyOf(input: LeastChangesInput): { readonly changes: readonly Change[] | null; readonly isLeast: boolean } {
  const { found, isLeast } = together(input);
  return { changes: found?.changes ?? null, isLeast };
}

function tell(change: Change, costs: Costs): ReportedChange {
  return { ...change, cost: costOf(change, costs), sentence: changeInWords(change) };
}

function failureOf({ status, causes }: Explained, facts: readonly string[]): ExplainedFailure {
  const holders = new Map(causes.flatMap(({ heldBy = [] }) => heldBy.map((pod) => [pod.uid, pod])));
  const others = causes.flatMap(({ otherHolders }) => otherHolders ?? []);
  return {
    ...status,
    amounts: causes.flatMap(({ amounts }) => amounts ?? []),
    heldBy: [...holders.values()],
    ...(others.length > 0 && { otherHolders: Math.max(...others) }),
    causes: causes.map(({ text }) => text),
    facts,
  };
}

function offersOf({ status, causes }: Explained, costs: Costs): readonly OfferedChange[] {
  return causes.flatMap(({ options }, cause) =>
    options.flatMap((option, index) =>
      option.map((change) => ({ failure: status.plugin, cause, option: index, change: tell(change, costs) })),
    ),
  );
}

function inWords(
  answer: Omit<WhyNot, 'sentence'>,
  explained: readonly Explained[],
  standing: PodStanding | undefined,
): string {
  const { pod, node, feasible, notTried } = answer;
  const name = `Pod ${pod.namespace}/${pod.name}`;
  const subject = notTried.length === 0 ? name : `${name} ${listed(notTried)}; ${butForThat(standing)}`;
  if (feasible) return `${subject} fits on ${node}. ${placeInWords(answer)}`;
  const causes = explained.flatMap((one) => one.causes.map(({ text }) => text));
  const facts = [...new Set(answer.failures.flatMap((failure) => failure.facts))].map(asSentence);
  const remedy = `${unmetInWords(answer)}${remedyInWords(answer, explained)}`;
  return [`${subject} does not fit on ${node}: ${causes.join('; ')}.`, ...facts, remedy].join(' ');
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function remedyInWords(answer: Omit<WhyNot, 'sentence'>, explained: readonly Explained[]): string {
  const { together: changes, isLeast, cost } = answer;
  const atMost = isLeast ? '' : ` (at a cost of ${cost}; the search did not rule out cheaper changes)`;
  if (changes !== null)
    return `It would fit if you ${listed(changes.map((one) => one.sentence))}${atMost}. ${placeInWords(answer)}`;
  const stuck = explained.flatMap((one) => one.causes.filter(({ options }) => options.length === 0));
  return stuck.length === 0
    ? 'No combination of the changes that are known makes it fit.'
    : `No change of the pod, the node or its pods is known that undoes: ${stuck.map(({ text }) => text).join('; ')}.`;
}

function placeInWords({ rivalry: rival, node, feasible }: Omit<WhyNot, 'sentence'>): string {
  if (rival === null) return '';
  const { wins, against, difference, plugins } = rival;
  const would = feasible ? 'goes' : 'would go';
  if (against === null) return `It ${would} there: no other node fits.`;
  const made = contributionsInWords(plugins);
  const shares = made === '' ? '' : ` (${made})`;
  if (difference === 0)
    return `It ${would} to ${rival.winner}: ${node} and ${against} tie, and the first by name wins.`;
  return wins
    ? `It ${would} there, ${counted(difference, 'point')} before ${against}${shares}.`
    : `It ${would} to ${rival.winner}, which is ${counted(-difference, 'point')} before ${node}; ${node} has${shares}.`;
}
