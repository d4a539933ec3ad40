import { podOfTemplate, type Pod } from '#kubernetes';
import type { ControllerContext } from '../../engine/index.js';
import { isReady } from '../../pods/index.js';
import { controllerReference } from '../../state/index.js';
import { createPod, deletePod, inBatches, type Creation } from '../owned-pods/index.js';
import type { Template } from '../replica-set/index.js';
import { resumesAt } from './back-off.js';
import { indexesAmong, type Findings } from './findings.js';
import { firstOutside, indexesWith, unionOf, type Indexes } from './indexes.js';
import {
  INDEX,
  isIndexed,
  isSuspended,
  isTerminating,
  replacesEnded,
  TRACKING,
  withoutTracking,
  type Job,
} from './job.js';
import { failureAnnotations, indexResumesAt } from './per-index.js';
import { victimsOf } from './victims.js';

/** How many pods one look creates or deletes at the most. // as MaxPodCreateDeletePerSync */
const MOST_AT_ONCE = 500;
/** How long a name may be before its random end. // as MaxGeneratedNameLength */
const LONGEST_PREFIX = 58;
const INDEX_VARIABLE = 'JOB_COMPLETION_INDEX';

/** How many pods run after a look has seen to their number. */
export interface KeptPods {
  readonly active: number;
  readonly ready: number;
  readonly terminating: number;
  /** When pods are made that may not be made yet, in milliseconds since 1970. */
  readonly resumesAt?: number;
  /** Whether a pod was refused. */
  readonly isRefused?: boolean;
}

/** Creates and deletes the pods of jobs. */
export class PodKeeper {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  /** As many pods as a job wants, or as may be made now. // as kubernetes v1.34 manageJob */
  keep(job: Job, findings: Findings): KeptPods {
    const { active, ready, terminating } = findings;
    const wanted = isSuspended(job) ? 0 : wantedPods(job, findings);
    const victims = victimsOf(job, active, Math.max(0, active.length - wanted));
    // Of both, pods are deleted first: whether some are missing then the next look sees.
    if (victims.length > 0) return this.#delete(job, findings, isSuspended(job) ? victims : atOnce(victims));
    const counts = { active: active.length, ready, terminating };
    const missing = wanted - active.length - (replacesEnded(job) ? terminating : 0);
    if (missing <= 0) return counts;
    const { now } = this.#context;
    if (job.spec.backoffLimitPerIndex === undefined) {
      const at = resumesAt(findings.failures);
      // As kubernetes v1.34 since its patch of June 2026: what runs is counted while failures are waited for.
      if (at > now) return { ...counts, resumesAt: at };
    }
    const count = Math.min(missing, MOST_AT_ONCE);
    if (!isIndexed(job)) return this.#create(job, findings, new Array<undefined>(count).fill(undefined));
    const indexes = pendingIndexes(job, findings, count);
    const due = indexes.filter((index) => this.#resumesAt(findings, index) <= now);
    if (due.length > 0 || indexes.length === 0) return this.#create(job, findings, due);
    return { ...counts, resumesAt: Math.min(...indexes.map((index) => this.#resumesAt(findings, index))) };
  }

  /** The pods of a job that ends: they keep their finalizer until they are counted. // as deleteActivePods */
  end(job: Job, { active, terminating }: Findings): KeptPods {
    for (const pod of active) deletePod(this.#context, job, pod);
    return { active: 0, ready: 0, terminating: terminating + active.length };
  }

  #delete(job: Job, { active, ready, terminating }: Findings, victims: readonly Pod[]): KeptPods {
    for (const pod of victims) deletePod(this.#context, job, this.#context.update(withoutTracking(pod)));
    return {
      active: active.length - victims.length,
      ready: ready - victims.filter(isReady).length,
      terminating: terminating + victims.length,
    };
  }

  /** A pod for each index, in batches of 1, 2, 4 ...; a batch with a refusal is the last. */
  #create(job: Job, findings: Findings, indexes: readonly (number | undefined)[]): KeptPods {
    const { ready, terminating, active } = findings;
    const creations = inBatches(indexes, (index) => this.#createOne(job, findings, index));
    const made = creations.filter((one) => one === 'created').length;
    const isRefused = creations.some((one) => typeof one !== 'string');
    return { active: active.length + made, ready, terminating, isRefused };
  }

  #createOne(job: Job, findings: Findings, index: number | undefined): Creation {
    const { namespace = '', name } = job.metadata;
    const owner = controllerReference(job);
    const template = tracked(job.spec.template ?? {});
    const given =
      index === undefined
        ? podOfTemplate(template, { namespace, generateName: `${name}-`, owner })
        : podOfTemplate(withIndex(template, `${name}-${index}`), {
            ...{ namespace, generateName: prefixOf(name, index), owner },
            labels: { [INDEX]: String(index) },
            annotations: {
              [INDEX]: String(index),
              ...(findings.indexes?.failed && failureAnnotations(job, findings.indexes.delayed.get(index))),
            },
          });
    return createPod(this.#context, job, given);
  }

  #resumesAt({ indexes }: Findings, index: number): number {
    return indexResumesAt(indexes?.delayed.get(index));
  }
}

function wantedPods({ spec }: Job, { succeeded, active }: Findings): number {
  const { parallelism = 1, completions } = spec;
  // Without a number of completions, one success ends the making of pods.
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(completions - succeeded, parallelism));
}

/** The lowest indexes without a pod, so many of them. // as firstPendingIndexes */
function pendingIndexes(job: Job, { pods, active, indexes }: Findings, count: number): number[] {
  const { completions = 0 } = job.spec;
  const held = replacesEnded(job) ? pods.filter(isTerminating) : [];
  const taken: Indexes = indexesWith(indexes?.succeeded ?? [], indexesAmong([...active, ...held]));
  return firstOutside(unionOf(taken, indexes?.failed ?? []), { count, completions });
}

function atOnce(pods: readonly Pod[]): readonly Pod[] {
  return pods.slice(0, MOST_AT_ONCE);
}

function prefixOf(name: string, index: number): string {
  const end = `-${index}-`;
  return `${name.slice(0, LONGEST_PREFIX - end.length)}${end}`;
}

function tracked(template: Template): Template {
  const { finalizers = [] } = template.metadata ?? {};
  if (finalizers.includes(TRACKING)) return template;
  return { ...template, metadata: { ...template.metadata, finalizers: [...finalizers, TRACKING] } };
}

interface Container {
  readonly env?: readonly { readonly name?: string }[];
}

/** A template whose containers get the index of their pod. // as addCompletionIndexEnvVariables */
function withIndex(template: Template, hostname: string): Template {
  const { initContainers, containers, ...spec } = (template.spec ?? {}) as {
    readonly initContainers?: readonly Container[];
    readonly containers?: readonly Container[];
  };
  return {
    ...template,
    spec: {
      ...spec,
      hostname,
      ...(initContainers && { initContainers: initContainers.map(reported) }),
      ...(containers && { containers: containers.map(reported) }),
    },
  };
}

function reported(container: Container): Container {
  const { env = [] } = container;
  if (env.some(({ name }) => name === INDEX_VARIABLE)) return container;
  const valueFrom = { fieldRef: { fieldPath: `metadata.labels['${INDEX}']` } };
  return { ...container, env: [...env, { name: INDEX_VARIABLE, valueFrom }] as NonNullable<Container['env']> };
}
