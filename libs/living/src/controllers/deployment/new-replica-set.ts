import { equalJson, ownField } from '#json';
import { templateHash } from '#kubernetes';
import type { ControllerContext } from '../../engine/index.js';
import { controllerOf, controllerReference, uidOf } from '../../state/index.js';
import { LONGEST_NAME } from '../owned-pods/index.js';
import type { ReplicaSet } from '../replica-set/index.js';
import { annotationsOfNew, replicaAnnotations, REVISION, revisionOf } from './annotations.js';
import { find, newCondition, withCondition } from './conditions.js';
import { allOf, byAge, deadlineOf, type Deployment, type Sets } from './deployment.js';
import { grownReplicas } from './scaling.js';
import { HASH, sameTemplate } from './template.js';

/** The set of a Deployment's present template. // as getNewReplicaSet */
export class NewReplicaSets {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  /** The oldest set with the present template. */
  find({ spec }: Deployment, sets: readonly ReplicaSet[]): ReplicaSet | undefined {
    return [...sets].sort(byAge).find((set) => sameTemplate(set.spec.template, spec.template));
  }

  /** The set as it is to be said, where there is one: its revision, and what its Deployment says. */
  existing(deployment: Deployment, sets: Sets): readonly [Deployment, Sets] {
    if (sets.fresh === undefined) return [deployment, sets];
    const { metadata, spec } = sets.fresh;
    const annotations = annotationsOfNew(deployment, metadata.annotations ?? {}, nextRevision(sets));
    const { minReadySeconds } = deployment.spec;
    const isNew = !equalJson(annotations, metadata.annotations ?? {});
    if (isNew || (spec.minReadySeconds ?? 0) !== (minReadySeconds ?? 0)) {
      const { minReadySeconds: _, ...rest } = spec;
      const changed = { ...rest, ...(minReadySeconds !== undefined && { minReadySeconds }) };
      const object = { ...sets.fresh, metadata: { ...metadata, annotations }, spec: changed };
      return [deployment, { ...sets, fresh: this.#context.update(object) }];
    }
    const found = { reason: 'FoundNewReplicaSet', message: `Found new replica set "${metadata.name}"` };
    const isKnown = find(deployment.status?.conditions ?? [], 'Progressing') !== undefined;
    return [this.#said(deployment, revisionOf(sets.fresh), isKnown ? undefined : found), sets];
  }

  /** The same; where there is none it is made. */
  ensured(deployment: Deployment, sets: Sets): readonly [Deployment, Sets] {
    return sets.fresh === undefined ? this.#made(deployment, sets) : this.existing(deployment, sets);
  }

  #made(deployment: Deployment, sets: Sets): readonly [Deployment, Sets] {
    const given = newSet(deployment, sets);
    const written = this.#context.create(given);
    if ('refused' in written) {
      if (written.reason === 'AlreadyExists') return this.#collided(deployment, sets, given);
      if (written.reason !== 'NamespaceTerminating') this.#failed(deployment, given, written.refused);
      return [deployment, sets];
    }
    const fresh = written.object as ReplicaSet;
    const { name } = fresh.metadata;
    const { replicas = 0 } = given.spec;
    if (replicas > 0) {
      const message = `Scaled up replica set ${name} from 0 to ${replicas}`;
      this.#context.record({ about: deployment, type: 'Normal', reason: 'ScalingReplicaSet', message });
    }
    const created = { reason: 'NewReplicaSetCreated', message: `Created new replica set "${name}"` };
    return [this.#said(deployment, nextRevision(sets), created), { ...sets, fresh }];
  }

  /** Another object has the name: the next hash is another one. */
  #collided(deployment: Deployment, sets: Sets, { metadata }: ReplicaSet): readonly [Deployment, Sets] {
    const taken = this.#context.state.get('ReplicaSet', metadata.namespace ?? '', metadata.name) as ReplicaSet;
    const isOwn = controllerOf(taken)?.uid === uidOf(deployment);
    if (isOwn && sameTemplate(taken.spec.template, deployment.spec.template))
      return [deployment, { ...sets, fresh: taken }];
    const { collisionCount = 0 } = deployment.status ?? {};
    const status = { ...deployment.status, collisionCount: collisionCount + 1 };
    return [this.#context.updateStatus({ ...deployment, status }), sets];
  }

  #failed(deployment: Deployment, { metadata }: ReplicaSet, refused: string): void {
    const message = `Failed to create new replica set "${metadata.name}": ${refused}`;
    this.#context.record({ about: deployment, type: 'Warning', reason: 'ReplicaSetCreateError', message });
    this.#context.retry(`${metadata.namespace ?? ''}/${deployment.metadata.name}`);
    if (deadlineOf(deployment) === undefined) return;
    const said = { type: 'Progressing', status: 'False', reason: 'ReplicaSetCreateError', message };
    const conditions = withCondition(deployment.status?.conditions ?? [], newCondition(said, this.#context.time));
    this.#context.updateStatus({ ...deployment, status: { ...deployment.status, conditions } });
  }

  /** The Deployment with its revision, and how its rollout goes. */
  #said(
    deployment: Deployment,
    revision: number,
    progress: { readonly reason: string; readonly message: string } | undefined,
  ): Deployment {
    const { metadata, status } = deployment;
    const isSaid = ownField(metadata.annotations, REVISION) === String(revision);
    const isDue = progress !== undefined && deadlineOf(deployment) !== undefined;
    if (isSaid && !isDue) return deployment;
    const annotations = { ...metadata.annotations, [REVISION]: String(revision) };
    const said = { type: 'Progressing', status: 'True', reason: '', message: '', ...progress };
    const condition = newCondition(said, this.#context.time);
    const conditions = isDue ? withCondition(status?.conditions ?? [], condition) : status?.conditions;
    const after = { ...status, ...(conditions !== undefined && { conditions }) };
    const object = { ...deployment, metadata: { ...metadata, annotations }, status: after };
    return this.#context.updateStatus(object);
  }
}

function newSet(deployment: Deployment, sets: Sets): ReplicaSet {
  const { metadata, spec, status } = deployment;
  const { template = {}, selector, minReadySeconds } = spec;
  const hash = templateHash(template, status?.collisionCount);
  const labels = { ...template.metadata?.labels, [HASH]: hash };
  const made = annotationsOfNew(deployment, {}, nextRevision(sets));
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: nameOf(metadata.name, hash),
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
      labels,
      annotations: { ...made, ...replicaAnnotations(deployment) },
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas: grownReplicas(deployment, allOf(sets), 0),
      ...(minReadySeconds !== undefined && { minReadySeconds }),
      selector: { ...selector, matchLabels: { ...selector?.matchLabels, [HASH]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}

/** The name of a Deployment is cut where the hash would not fit. // as generateReplicaSetName */
function nameOf(deployment: string, hash: string): string {
  return `${deployment.slice(0, LONGEST_NAME - 1 - hash.length)}-${hash}`;
}

function nextRevision({ old }: Sets): number {
  return Math.max(0, ...old.map(revisionOf)) + 1;
}
