import { equalJson } from '#json';
import { templateHash, type KubernetesObject, type Pod } from '#kubernetes';
import type { ControllerContext } from '../../engine/index.js';
import { controllerOf, controllerReference, matcherOf, uidOf } from '../../state/index.js';
import type { Template } from '../replica-set/index.js';
import { revisionOf, type StatefulSet } from './stateful-set.js';
import type { Revisions } from './status.js';

/** What the template of a set was at a time. */
export interface ControllerRevision extends KubernetesObject {
  readonly data: { readonly spec: { readonly template: Template & { readonly $patch: 'replace' } } };
  readonly revision: number;
}

/** The revisions of a set, and the two that its pods may be of. */
export interface History {
  readonly all: readonly ControllerRevision[];
  readonly current: ControllerRevision;
  readonly update: ControllerRevision;
  readonly collisionCount: number;
}

const HASH = 'controller.kubernetes.io/hash';
/** Names that are taken are tried with other hashes so often in one look. */
const MOST_COLLISIONS = 10;

/** The ControllerRevisions of sets. // as kubernetes v1.34 pkg/controller/history */
export class RevisionHistory {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  /** Those of the set, the oldest first, after it has adopted those without a controller that its selector finds. */
  list(set: StatefulSet): ControllerRevision[] {
    const { state } = this.#context;
    const matches = matcherOf(set.spec.selector);
    const found = [...state.list('ControllerRevision', set.metadata.namespace ?? '')] as ControllerRevision[];
    const own = found.flatMap((revision) => {
      const owner = controllerOf(revision);
      if (owner !== undefined) return owner.uid === uidOf(set) ? [revision] : [];
      if (!matches(revision.metadata.labels)) return [];
      return [this.#adopt(revision, set)];
    });
    return own.sort(inOrder);
  }

  /** With the revision of the present template, which is made, or counted anew where it is an older one. */
  renewed(set: StatefulSet, all: readonly ControllerRevision[]): History | { readonly refused: string } {
    const { currentRevision, collisionCount = 0 } = set.status ?? {};
    const made = this.#latest(set, all, collisionCount);
    if ('refused' in made) return made;
    const { update } = made;
    const current = all.find(({ metadata }) => metadata.name === currentRevision) ?? update;
    return { all, current: current.metadata.name === update.metadata.name ? update : current, ...made };
  }

  /** Removes the oldest that no pod is of, beyond the limit. */
  truncate(set: StatefulSet, { all, current, update }: History, pods: readonly Pod[]): void {
    const { revisionHistoryLimit = 10 } = set.spec;
    const live = new Set([current.metadata.name, update.metadata.name, ...pods.map(revisionOf)]);
    const past = all.filter(({ metadata }) => !live.has(metadata.name));
    const count = revisionHistoryLimit < 0 ? 0 : Math.max(0, past.length - revisionHistoryLimit);
    for (const revision of past.slice(0, count)) this.#context.delete(revision);
  }

  #adopt(revision: ControllerRevision, set: StatefulSet): ControllerRevision {
    if (set.metadata.deletionTimestamp !== undefined) return revision;
    const ownerReferences = [...(revision.metadata.ownerReferences ?? []), controllerReference(set)];
    return this.#context.update({ ...revision, metadata: { ...revision.metadata, ownerReferences } });
  }

  /** // as getStatefulSetRevisions */
  #latest(
    set: StatefulSet,
    all: readonly ControllerRevision[],
    collisionCount: number,
  ): Pick<History, 'update' | 'collisionCount'> | { readonly refused: string } {
    const data = dataOf(set);
    const equal = all.filter((revision) => equalJson(revision.data, data)).at(-1);
    const last = all.at(-1);
    if (equal !== undefined && equal === last) return { update: equal, collisionCount };
    const revision = (last?.revision ?? 0) + 1;
    if (equal !== undefined) return { update: this.#context.update({ ...equal, revision }), collisionCount };
    for (let count = collisionCount; count < collisionCount + MOST_COLLISIONS; count += 1) {
      const written = this.#context.create(newRevision(set, { data, revision, collisionCount: count }));
      if ('object' in written) return { update: written.object as ControllerRevision, collisionCount: count };
      if (written.reason !== 'AlreadyExists') return { refused: written.refused };
    }
    return { refused: 'all names of the next revision are taken' };
  }
}

/** The names of the revisions. */
export function namesOf({ current, update, collisionCount }: History): Revisions {
  return { current: current.metadata.name, update: update.metadata.name, collisionCount };
}

function dataOf({ spec: { template = {} } }: StatefulSet): ControllerRevision['data'] {
  return { spec: { template: { ...template, $patch: 'replace' } } };
}

function newRevision(
  set: StatefulSet,
  { data, revision, collisionCount }: Pick<ControllerRevision, 'data' | 'revision'> & Pick<History, 'collisionCount'>,
): ControllerRevision {
  const hash = templateHash(data, collisionCount);
  const { namespace = '', name, annotations } = set.metadata;
  return {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels: { ...set.spec.template?.metadata?.labels, [HASH]: hash },
      ...(annotations !== undefined && { annotations }),
      ownerReferences: [controllerReference(set)],
    },
    data,
    revision,
  };
}

function inOrder(a: ControllerRevision, b: ControllerRevision): number {
  const [one, other] = [a.metadata, b.metadata];
  const byAge = (one.creationTimestamp ?? '') < (other.creationTimestamp ?? '') ? -1 : 1;
  return a.revision - b.revision || (one.creationTimestamp === other.creationTimestamp ? 0 : byAge);
}
