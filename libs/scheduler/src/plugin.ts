/**
 * The contract between the engine and a plugin. The extension points are kube-scheduler's; a plugin has those whose
 * methods it has. The simplest plugin is a name and one `filter` or one `score`. What a method prepares for one pod is
 * a closure: there is no state passed by key. Plugins are frozen, pure, and see only what they are given.
 */
import type { Status, StatusCode } from './evidence/index.js';
import type { ExtenderAnswer, ExtenderQuestion } from './extenders/index.js';
import type { IncomingPod } from './pods/index.js';
import type { ObjectPatch, Pod } from './objects/index.js';
import type { FieldReader, ReadSchema } from './fields/index.js';
import type { Domains, PlacedPod, ReadableSnapshot } from './snapshot/index.js';

export { NO_DOMAIN, type Domains } from './snapshot/index.js';

export type { ObjectPatch };

/** A node passes (0), or the id of the interned status that says why not. Made by `Cycle.status`. */
export type StatusId = number;

/** What a plugin prepared for one pod is asked for every node, by the node's row in the snapshot. */
export type NodeFilter = (row: number) => StatusId;

/** Raw score of a node: an integer, exact in a double; before normalisation it may have any size. */
export type NodeScore = (row: number) => number;

/**
 * Says of many rows at once what `NodeFilter` or `NodeScore` says of each: `into[at]` is the answer for `rows[at]`. For
 * a plugin that is asked for every node of every pod, loops over arrays are several times faster than so many calls.
 */
export type ForRows<Into extends Uint32Array | Float64Array> = (rows: Uint32Array, into: Into) => void;

/**
 * What a plugin's answer for a node depends on besides the pod: facts of the node that no placement changes (`static`),
 * the load of that node (`node`), the load of the nodes that share a topology value with it (`domain`), or anything
 * (`cluster`). It tells the engine when an earlier answer still holds. Undeclared is `cluster`, which is always right.
 */
export type Reach = 'static' | 'node' | 'domain' | 'cluster';

/**
 * How raw scores become 0..100: as they are; `100 * s / max`; `100 - 100 * s / max`;
 * `100 * (s - min) / (max - min)`, with 0 always among the scores or without; `100 * (max + min - s) / max`; or as the
 * plugin itself does. Divisions truncate; where max (or max - min) is 0, all get 0, and with the reverse ones all get
 * 100. Of `reverseRange`, a raw score of -1 gets 0, as upstream's mark of ignored nodes.
 */
export type Normalization = 'none' | 'max' | 'reverseMax' | 'minMax' | 'minMaxWithZero' | 'reverseRange' | 'custom';

/** A reason this plugin can give; `{}` stands for a parameter. */
export interface ReasonTemplate {
  readonly code: StatusCode;
  readonly text: string;
}

/** What a plugin works with for one attempt of one pod. `Args` are the plugin's own, with defaults applied. */
export interface Cycle<Args = unknown> {
  readonly pod: IncomingPod;
  readonly snapshot: ReadableSnapshot;
  readonly args: Args;
  /**
   * Interns a verdict of this plugin: the same code and reasons have the same id. Reasons in
   * kube-scheduler's order and words.
   */
  status(code: StatusCode, ...reasons: readonly string[]): StatusId;
}

/**
 * What a pod that comes or goes changes of an answer that was prepared: the answers of these domains (none of them,
 * mostly), all answers, or everything: the plugin is to prepare again. A list that was returned never changes.
 */
export type Touched = ArrayLike<number> | 'all' | 'prepare';

/** Nothing is touched. */
export const UNTOUCHED: readonly number[] = Object.freeze([]);

/** An answer that can outlive its attempt. */
export interface Lasting {
  /**
   * Called for every pod that came to a row (1) or left it (-1), in order, when the snapshot has the change, and maybe
   * later ones; keeps the closure right and says what else is. Without it, what is declared `static` or `node` lasts,
   * and everything else is prepared for every attempt. When a node changes, everything is prepared again; `static` and
   * `node` are then asked about that node only, if the plugin is one of this library.
   */
  readonly follow?: (pod: PlacedPod, row: number, step: 1 | -1) => Touched;
  /**
   * Only pods that say something about other pods (`PlacedPod.affinity`) can touch it: it is not
   * called for others. Default false.
   */
  readonly followsAffinityOnly?: boolean;
}

/**
 * The plugin has nothing to do for this pod: it is not asked again in this attempt, nor in later ones
 * while `follow` touches nothing.
 */
export interface Skip extends Lasting {
  readonly kind: 'skip';
}

export const SKIP: Skip = Object.freeze({ kind: 'skip' });

/** Nothing that pods on nodes do will change that. */
export const SKIP_ALWAYS: Skip = Object.freeze({ kind: 'skip', follow: () => UNTOUCHED });

/**
 * The plugin cannot yet handle what this pod uses. The attempt ends with outcome `error`: no
 * answer rather than a wrong one.
 */
export const NOT_SUPPORTED = Object.freeze({ kind: 'notSupported' });
export type NotSupported = typeof NOT_SUPPORTED;

/**
 * The pod is turned down as a whole. `Unschedulable` lets the other PreFilter plugins run, because preemption may help;
 * `UnschedulableAndUnresolvable` stops; `Error` ends the attempt with outcome `error`.
 */
export interface Rejection {
  readonly kind: 'rejected';
  readonly code: StatusCode;
  readonly reasons: readonly string[];
}

/** A rejection of the pod as a whole. */
export function reject(code: StatusCode, ...reasons: readonly string[]): Rejection {
  return { kind: 'rejected', code, reasons };
}

/** What PreFilter prepared: the filter, and if only some nodes can do, their names (which need not exist). */
export interface PreparedFilter extends Lasting {
  readonly kind: 'filter';
  readonly filter: NodeFilter;
  /** May be there beside `filter`, and says the same. */
  readonly filterRows?: ForRows<Uint32Array>;
  /** Rows of one of these domains get the same answer: it is asked for once. */
  readonly domains?: Domains;
  readonly nodeNames?: ReadonlySet<string>;
  /**
   * The pod was put on the row after PreFilter (a nominated pod, a dry run): the snapshot has it
   * already, adjust the closure.
   */
  readonly addPod?: (pod: PlacedPod, row: number) => void;
  /** The pod was taken from the row after PreFilter. Exactly undoes `addPod`. */
  readonly removePod?: (pod: PlacedPod, row: number) => void;
}

/** A node that is tried otherwise than it is. All changes of it are undone when the trial ends. */
export interface TrialNode {
  readonly row: number;
  /** The pods on it, in the order in which they came. */
  readonly pods: readonly PlacedPod[];
  removePod(pod: PlacedPod): void;
  addPod(pod: PlacedPod): void;
  /** kube-scheduler's answer for the node as it now is, nominated pods counted: null when the pod fits. */
  firstFailure(): Status | null;
}

/** What PostFilter knows of the attempt that found no node. */
export interface FailedAttempt {
  /** kube-scheduler's own answer for the node. */
  statusOf(row: number): Status;
  /** The rows for which that answer has this code, ascending. */
  rowsWith(code: StatusCode): Uint32Array;
  /**
   * Whether this plugin's PreFilter was asked: the profile may not run it, or an earlier one
   * may have stopped the cycle.
   */
  readonly preFilterReached: boolean;
  /** Tries a node, and answers what the work answers. */
  tryNode<T>(row: number, work: (node: TrialNode) => T): T;
  /**
   * The same for work that depends on the pod's class, the node and the filters, known by a name: where nothing has
   * moved since it was last done for a pod of the class, its answer of then may be given, if it still holds for all
   * else that the work depends on.
   */
  rehearse<T>(name: string, work: (node: TrialNode) => T, holds: (answer: T) => boolean): (row: number) => T;
}

/** A node on which the pod would fit if these pods went. */
export interface PreemptionCandidate {
  readonly row: number;
  /** The most important first. */
  readonly victims: readonly PlacedPod[];
  /** How many of the victims a PodDisruptionBudget would keep. */
  readonly budgetViolations: number;
}

/** What a search for room has seen. */
export interface RoomSearch {
  /** By row. */
  readonly candidates: readonly PreemptionCandidate[];
  /** Nodes that were tried in vain, by row. */
  readonly failures: ReadonlyMap<number, Status>;
}

/** There is room if pods go: the pod is nominated to one of the best candidates, which are equal on every criterion. */
export interface RoomMade extends RoomSearch {
  readonly kind: 'room';
  readonly best: readonly PreemptionCandidate[];
  /** The best of candidates that extenders made of these; without it, extenders are not asked. */
  readonly bestOf?: (candidates: readonly PreemptionCandidate[]) => readonly PreemptionCandidate[];
}

/** There is no room to be made. */
export interface NoRoom extends Rejection {
  /** What was tried, where anything was; the pod's nomination then ends. */
  readonly search?: RoomSearch;
}

/**
 * What PreScore prepared. `normalize` is asked where the plugin declares `custom`: it rewrites the
 * feasible rows of the column.
 */
export interface PreparedScore extends Lasting {
  readonly kind: 'score';
  /** Asked for every node where `scoreReach` is declared (not `cluster`), else for feasible ones. */
  readonly score: NodeScore;
  /** May be there beside `score`, and says the same. */
  readonly scoreRows?: ForRows<Float64Array>;
  /** Rows of one of these domains get the same score: it is asked for once. Rows in none are ignored: they get 0. */
  readonly domains?: Domains;
  /**
   * A number for each row of a domain: rows with the same number have the same score. A row's number changes only when
   * a pod comes to that row or leaves it. Spares looking at rows one by one when many change alike.
   */
  readonly alike?: (row: number) => number;
  /** Called for every row that became feasible or ceased to be; only a plugin that reads `feasible` needs it. */
  readonly refit?: (row: number, feasible: boolean) => Touched;
  readonly normalize?: (column: Float64Array, feasible: Uint32Array) => void;
}

/** At which of its earlier points the profile runs the plugin: upstream's Reserve knows only what they left behind. */
export interface AskedBefore {
  readonly preFilter: boolean;
  readonly filter: boolean;
}

/** Something only the outside can answer: the attempt waits for it, and the answer is recorded with the attempt. */
export type Question = PermitQuestion | ExtenderQuestion;

/** What a Permit plugin asks before a pod may go to a node. */
export interface PermitQuestion {
  readonly kind: 'permit';
  readonly plugin: string;
  readonly pod: Pod;
  readonly node: string;
  /** What is asked; plain JSON. */
  readonly body: unknown;
}

/** The outside's answer to a question of its kind. */
export type Answer = PermitAnswer | ExtenderAnswer;

/** Leave to bind, or why not. */
export type PermitAnswer = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** A question, and what was answered. */
export interface Exchange {
  readonly question: Question;
  readonly answer: Answer;
}

/** Work that asks the outside: it yields questions that do not depend on each other, and is answered in their order. */
export type Asking<T> = Generator<readonly Question[], T, readonly Answer[]>;

/** What QueueSort compares: `enteredAt` orders pods of equal priority (a time, or a position in a log). */
export interface QueuedPod {
  readonly pod: Pod;
  readonly enteredAt: number;
}

/** Methods are declared as such (not as properties), so that plugins with different args fit one registry. */
export interface Plugin<Args = unknown> {
  readonly name: string;
  /**
   * A digest of the source of a plugin that does not belong to this library, whose own digest knows nothing of it:
   * with another source a profile comes to something else.
   */
  readonly source?: string;
  readonly reasons?: readonly ReasonTemplate[];
  readonly filterReach?: Reach;
  readonly scoreReach?: Reach;
  readonly normalization?: Normalization;

  /**
   * Reads this plugin's args with their defaults; what is wrong is reported to the reader. A
   * plugin without it takes no args.
   */
  readArgs?(reader: FieldReader): Args;
  /** The JSON schema that `readArgs` reads by, where there is one; else what it asks the reader for is the schema. */
  readonly argsSchema?: ReadSchema;

  /** Called when an attempt begins in a profile that enables it: the cost of an attempt is counted from here. */
  beginAttempt?(): void;

  /** PreEnqueue: whether the pod may be tried at all. A rejection gates it. */
  preEnqueue?(pod: Pod, args: Args): Rejection | NotSupported | null;
  /** QueueSort: whether `a` is tried before `b`. */
  less?(a: QueuedPod, b: QueuedPod): boolean;

  /** PreFilter: everything about the pod that holds for all nodes. */
  preFilter?(cycle: Cycle<Args>): PreparedFilter | Rejection | Skip | NotSupported;
  /** Filter for a plugin without PreFilter, or where the profile disables its PreFilter. */
  filter?(cycle: Cycle<Args>): NodeFilter | PreparedFilter;

  /** PreScore: everything that holds for all feasible nodes. A rejection here is an error of the attempt. */
  preScore?(cycle: Cycle<Args>, feasible: Uint32Array): PreparedScore | Rejection | Skip | NotSupported;
  /** Score for a plugin without PreScore, or where the profile disables its PreScore. */
  score?(cycle: Cycle<Args>, feasible: Uint32Array): PreparedScore | Rejection;

  /** PostFilter: what to do when no node fits. */
  postFilter?(cycle: Cycle<Args>, failed: FailedAttempt): RoomMade | NoRoom;
  /** Reserve: the patches that placing the pod on the row needs. */
  reserve?(cycle: Cycle<Args>, row: number, asked: AskedBefore): readonly ObjectPatch[] | Rejection;
  /** Permit: leave to bind, or what must be asked of the outside first. */
  permit?(cycle: Cycle<Args>, row: number): PermitAnswer | { readonly ask: unknown };
  /** PreBind: further patches, written with the binding. */
  preBind?(cycle: Cycle<Args>, row: number): readonly ObjectPatch[];
  /** Bind: the node whose name is written into the pod, or SKIP to leave it to the next Bind plugin. */
  bind?(cycle: Cycle<Args>, row: number): string | Skip;
  /** PostBind: called after the placement stands. */
  postBind?(cycle: Cycle<Args>, row: number): void;
}

/** A filter that says the same of every node. */
export function sameEverywhere(snapshot: ReadableSnapshot, status: StatusId): PreparedFilter {
  return { kind: 'filter', filter: () => status, domains: snapshot.topology([]) };
}

/** Freezes a plugin, so that no attempt can leave anything behind in it. */
export function definePlugin<Args = unknown>(plugin: Plugin<Args>): Plugin<Args> {
  return Object.freeze(plugin);
}
