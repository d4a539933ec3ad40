import type { Decision, NewChunk, PodName } from '#audit';
import { podKey } from '#scheduler';
import type { KnownPod, NodeChange, ResourceUse, StepProblem } from '#what-if';
import type { WithFindings } from './findings-of.js';
import { versionNow, type PlannedDecision } from '#scheduling';
import type { Redacted } from '../visible/index.js';
import type { Beginning } from './beginning.js';
import type { Decided } from './trial.js';

/** What one pod came to in a schedule step. */
export interface SteppedPod {
  readonly pod: Pick<PodName, 'namespace' | 'name'>;
  readonly outcome: Decision['outcome'];
  readonly node: string | null;
  /** The node that it was on before the first step; absent where it was on none. */
  readonly from?: string;
  /** Why not, in kube-scheduler's words; empty when it was scheduled. */
  readonly message: string;
}

/** What a step did. */
export interface StepAnswer {
  /** Its name. */
  readonly step: string;
  readonly counts: Readonly<Record<string, number>>;
  /** Of a schedule step: each pod as it ended. */
  readonly pods?: readonly SteppedPod[];
  /** Of an import: the pods of its objects that wait for a node. */
  readonly waiting?: readonly Pick<PodName, 'namespace' | 'name'>[];
  readonly problems?: readonly StepProblem[];
}

/** What would be if the steps were made. */
export interface WhatIf extends WithFindings, Redacted {
  readonly id: string;
  /** Cluster id. */
  readonly cluster: string;
  /** The time of the state that it began with. */
  readonly at: string;
  readonly steps: readonly StepAnswer[];
  readonly utilization: { readonly before: readonly ResourceUse[]; readonly after: readonly ResourceUse[] };
  /** Nodes that stand otherwise after the last step than before the first, by name. */
  readonly nodes: readonly NodeChange[];
}

/** Where the trace of a decision is, in what was stored with it. */
export interface KeptTrace {
  readonly part: number;
  readonly chunk: number;
  readonly index: number;
}

/** A what-if with its evidence: plain data, for the store. */
export interface WhatIfRecord {
  readonly answer: WhatIf;
  /** What its caller saw of the cluster: it is found by readers who see the same, or everything. */
  readonly seen: string;
  readonly decisions: readonly Decision[];
  /** Of the decisions, in their order; null where there is none. */
  readonly traces: readonly (KeptTrace | null)[];
  /** The chunks and node sets of the parts that were decided together. */
  readonly parts: readonly { readonly chunks: readonly NewChunk[]; readonly nodeSet: Uint8Array }[];
}

/** Gathers what was decided, part by part. */
export class RecordBuilder {
  readonly decisions: Decision[] = [];
  readonly traces: (KeptTrace | null)[] = [];
  readonly parts: WhatIfRecord['parts'][number][] = [];
  readonly #profiles = new Map<object, Decision['profile']>();

  constructor(private readonly beginning: Beginning) {}

  /** Answers the pods of the part as they ended. */
  add({ decisions, chunks, nodeSet }: Decided): Decision[] {
    const part = this.parts.push({ chunks, nodeSet: nodeSet.body }) - 1;
    const made = decisions.map((decision) => this.#decision(decision));
    this.decisions.push(...made);
    for (const { trace } of decisions) this.traces.push(keptTrace(part, trace));
    return made;
  }

  #decision({ trace, answers: _, podCreatedAt: _at, reasonCode, profile, ...decision }: PlannedDecision): Decision {
    return {
      id: `${decision.run}.${decision.ordinal}`,
      ...decision,
      at: this.beginning.at.toISOString(),
      ...(reasonCode !== null && { reasonCode }),
      profile: profile && this.#profileRef(profile),
      traceDigest: trace === null ? null : Buffer.from(trace.digest).toString('hex'),
      traceStored: trace?.stored ?? 'none',
    };
  }

  #profileRef(profile: NonNullable<PlannedDecision['profile']>): Decision['profile'] {
    let known = this.#profiles.get(profile);
    if (known === undefined) {
      const { versions, at } = this.beginning;
      const { name, version, digest } = versionNow(profile, { versions, createdAt: at.toISOString() });
      this.#profiles.set(profile, (known = { name, version, digest }));
    }
    return known;
  }
}

function keptTrace(part: number, trace: PlannedDecision['trace']): KeptTrace | null {
  if (trace === null || trace.chunk === null || trace.index === null) return null;
  return { part, chunk: trace.chunk, index: trace.index };
}

/** Each pod once, as its last attempt ended; `origins` are the nodes of pods before the first step, by `podKey`. */
export function endsOf(decisions: readonly Decision[], origins: ReadonlyMap<string, string>): SteppedPod[] {
  const last = new Map(decisions.map((decision) => [decision.pod.uid, decision]));
  return [...last.values()].map(({ pod: { namespace, name }, outcome, node, message }) => {
    const from = origins.get(podKey({ metadata: { namespace, name } }));
    return { pod: { namespace, name }, outcome, node, ...(from !== undefined && { from }), message };
  });
}

/** The node of each pod that is known and bound, by `podKey`. */
export function originsOf(pods: Iterable<KnownPod>): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const { pod } of pods) if (pod.spec?.nodeName !== undefined) origins.set(podKey(pod), pod.spec.nodeName);
  return origins;
}
