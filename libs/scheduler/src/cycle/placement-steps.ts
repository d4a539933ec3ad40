import { type Attempt, cycleFor, type AttemptScope, failureOf, guard, PluginFailure } from '../attempt/index.js';
import type { Evaluation, Executor } from '../executor/index.js';
import { bindByExtender, type Consultation } from '../consultation/index.js';
import type { AskedBefore, Asking, ObjectPatch, PermitAnswer, PermitQuestion, Plugin, Rejection } from '../plugin.js';
import type { BoundPlugin, Profile } from '../profile/index.js';

/** What is left of an attempt once a node is chosen. */
export type BindResult = Pick<Attempt, 'outcome' | 'row' | 'nodeName' | 'message' | 'patches'>;

/** The node that a pod is to go to, and whom to ask about it. */
export interface BindInput {
  readonly executor: Executor;
  readonly consultation: Consultation;
  readonly row: number;
}

/**
 * Reserve, Permit, PreBind and Bind for the chosen row. Nothing is written: patches are gathered for the one
 * transaction that writes them with the placement. A plugin that says no makes the pod unschedulable, in the words
 * of a fit error on one node.
 */
export function* bindSteps(
  evaluation: Evaluation,
  { executor: { statuses }, consultation, row }: BindInput,
): Asking<BindResult> {
  const scope = { pod: evaluation.pod, snapshot: evaluation.snapshot, statuses };
  const reserved = reserve(evaluation, scope, row);
  if ('refusal' in reserved) return refused(reserved.refusal);
  for (const bound of evaluation.profile.points.permit) {
    const { plugin } = bound;
    const reply = guard(plugin.name, () => plugin.permit?.(cycleFor(bound, scope), row));
    const answer =
      reply !== undefined && 'ask' in reply
        ? yield* askForLeave(consultation, {
            kind: 'permit',
            plugin: plugin.name,
            pod: evaluation.pod.pod,
            node: nodeAt(evaluation, row),
            body: reply.ask,
          })
        : reply;
    if (answer?.allowed === false) return refused(answer.reason);
  }
  const patches = joined(reserved.patches, preBind(evaluation, scope, row));
  const nodeName = nodeAt(evaluation, row);
  const isBound =
    consultation.extenders.length > 0 &&
    (yield* bindByExtender(consultation, { pod: evaluation.pod.pod, node: nodeName }));
  return {
    outcome: 'scheduled',
    row,
    nodeName: isBound ? nodeName : bind(evaluation, scope, row),
    message: '',
    patches,
  };
}

function* askForLeave(consultation: Consultation, question: PermitQuestion): Asking<PermitAnswer> {
  const answer = yield* consultation.askOne(question);
  return 'allowed' in answer ? answer : { allowed: false, reason: 'nobody answered' };
}

const NO_PATCHES: readonly ObjectPatch[] = Object.freeze([]);

type Reserved = { readonly patches: readonly ObjectPatch[] } | { readonly refusal: string };

function reserve({ profile }: Evaluation, scope: AttemptScope, row: number): Reserved {
  let patches = NO_PATCHES;
  for (const bound of profile.points.reserve) {
    const { plugin } = bound;
    const answer = askReserve(bound, scope, { row, asked: askedBefore(profile, plugin) });
    if (!('kind' in answer)) patches = joined(patches, answer);
    else if (answer.code === 'Error')
      throw new PluginFailure(`running Reserve plugin ${JSON.stringify(plugin.name)}: ${answer.reasons.join(', ')}`);
    else return { refusal: answer.reasons.join(', ') };
  }
  return { patches };
}

/** Hardly any pod needs patches. */
function joined(patches: readonly ObjectPatch[], more: readonly ObjectPatch[]): readonly ObjectPatch[] {
  return more.length === 0 ? patches : [...patches, ...more];
}

function askReserve(
  bound: BoundPlugin,
  scope: AttemptScope,
  { row, asked }: { readonly row: number; readonly asked: AskedBefore },
): readonly ObjectPatch[] | Rejection {
  const { plugin } = bound;
  try {
    return plugin.reserve?.(cycleFor(bound, scope), row, asked) ?? NO_PATCHES;
  } catch (error) {
    throw failureOf(plugin.name, error);
  }
}

const known = new WeakMap<Profile, Map<Plugin, AskedBefore>>();

function askedBefore(profile: Profile, plugin: Plugin): AskedBefore {
  const before = known.get(profile)?.get(plugin);
  if (before !== undefined) return before;
  const runs = (bound: BoundPlugin): boolean => bound.plugin === plugin;
  const asked = { preFilter: profile.points.preFilter.some(runs), filter: profile.points.filter.some(runs) };
  known.set(profile, (known.get(profile) ?? new Map<Plugin, AskedBefore>()).set(plugin, asked));
  return asked;
}

function preBind({ profile }: Evaluation, scope: AttemptScope, row: number): readonly ObjectPatch[] {
  let patches = NO_PATCHES;
  for (const bound of profile.points.preBind) {
    const { plugin } = bound;
    try {
      patches = joined(patches, plugin.preBind?.(cycleFor(bound, scope), row) ?? NO_PATCHES);
    } catch (error) {
      throw failureOf(plugin.name, error);
    }
  }
  return patches;
}

/** The first Bind plugin that does not skip binds. As kube-scheduler v1.34 RunBindPlugins. */
function bind(evaluation: Evaluation, scope: AttemptScope, row: number): string {
  for (const bound of evaluation.profile.points.bind) {
    const { plugin } = bound;
    try {
      const answer = plugin.bind?.(cycleFor(bound, scope), row);
      if (typeof answer === 'string') return answer;
    } catch (error) {
      throw failureOf(plugin.name, error);
    }
  }
  throw new PluginFailure('no Bind plugin binds the pod');
}

/** As kube-scheduler v1.34 schedulingCycle: a fit error that speaks of the chosen node alone. */
function refused(reason: string): BindResult {
  return {
    outcome: 'unschedulable',
    row: -1,
    nodeName: null,
    message: `0/1 nodes are available: 1 ${reason}.`,
    patches: [],
  };
}

function nodeAt({ snapshot }: Evaluation, row: number): string {
  return snapshot.nodes[row]?.name ?? '';
}
