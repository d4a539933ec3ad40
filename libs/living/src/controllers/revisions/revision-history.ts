import { equalJson } from '#json';
import { templateHash, type KubernetesObject } from '#kubernetes';
import type { LabelSelector } from '#apimachinery';
import type { ControllerContext } from '../../engine/index.js';
import { controllerOf, controllerReference, isGoing, matcherOf, uidOf, withController } from '../../state/index.js';
import type { Template } from '../replica-set/index.js';

/** What the template of a workload was at a time. */
export interface ControllerRevision extends KubernetesObject {
  readonly data: { readonly spec: { readonly template: Template & { readonly $patch: 'replace' } } };
  readonly revision: number;
}

/** A workload whose templates are kept. */
export interface Revised extends KubernetesObject {
  spec: { readonly selector?: LabelSelector; readonly template?: Template; readonly revisionHistoryLimit?: number };
  readonly status?: { readonly collisionCount?: number };
}

/** The revision of the present template, or why there is none. */
export type Latest =
  { readonly revision: ControllerRevision; readonly collisionCount: number } | { readonly refused: string };

/** How much of its owner's name the name of a revision has. // as ControllerRevisionName */
const LONGEST_PREFIX = 223;
/** Names that are taken are tried with other hashes so often in one look. */
const MOST_COLLISIONS = 10;

/** The ControllerRevisions of workloads of a kind. // as kubernetes v1.34 pkg/controller/history */
export class RevisionHistory {
  /** @param hashLabel the label of a revision that has its hash */
  constructor(
    private readonly context: ControllerContext,
    private readonly hashLabel: string,
  ) {}

  /** Those of the workload, the oldest first, after it has adopted those without a controller that match. */
  list(owner: Revised): ControllerRevision[] {
    const { state } = this.context;
    const matches = matcherOf(owner.spec.selector);
    const found = [...state.list('ControllerRevision', owner.metadata.namespace ?? '')] as ControllerRevision[];
    const own = found.flatMap((revision) => {
      const controller = controllerOf(revision);
      if (controller !== undefined) return controller.uid === uidOf(owner) ? [revision] : [];
      return matches(revision.metadata.labels) && !isGoing(owner)
        ? [this.context.update(withController(revision, owner))]
        : [];
    });
    return own.sort((a, b) => a.revision - b.revision);
  }

  /** Those of the present template. */
  ofTemplate(owner: Revised, all: readonly ControllerRevision[]): readonly ControllerRevision[] {
    const data = dataOf(owner);
    return all.filter((revision) => equalJson(revision.data, data));
  }

  /** The revision of the present template: it is made, or counted anew where it is an older one. */
  latest(owner: Revised, all: readonly ControllerRevision[]): Latest {
    const { collisionCount = 0 } = owner.status ?? {};
    const data = dataOf(owner);
    const equal = this.ofTemplate(owner, all).at(-1);
    const last = all.at(-1);
    if (equal !== undefined && equal === last) return { revision: equal, collisionCount };
    const number = (last?.revision ?? 0) + 1;
    if (equal !== undefined) return { revision: this.context.update({ ...equal, revision: number }), collisionCount };
    for (let count = collisionCount; count < collisionCount + MOST_COLLISIONS; count += 1) {
      const made = this.#made(owner, { data, number, collisionCount: count });
      const written = this.context.create(made);
      if ('object' in written) return { revision: written.object as ControllerRevision, collisionCount: count };
      if (written.reason !== 'AlreadyExists') return { refused: written.refused };
      const { namespace = '', name } = made.metadata;
      const taken = this.context.state.get('ControllerRevision', namespace, name) as ControllerRevision | undefined;
      // A revision of the same template serves, also one of another owner. // as CreateControllerRevision
      if (taken !== undefined && equalJson(taken.data, data)) return { revision: taken, collisionCount: count };
    }
    return { refused: 'all names of the next revision are taken' };
  }

  /** Removes the oldest that are not alive, beyond the limit. */
  truncate(
    { spec: { revisionHistoryLimit = 10 } }: Revised,
    all: readonly ControllerRevision[],
    isAlive: (revision: ControllerRevision) => boolean,
  ): void {
    const past = all.filter((revision) => !isAlive(revision));
    const count = revisionHistoryLimit < 0 ? 0 : Math.max(0, past.length - revisionHistoryLimit);
    for (const revision of past.slice(0, count)) this.context.delete(revision);
  }

  #made(
    owner: Revised,
    {
      data,
      number,
      collisionCount,
    }: { readonly data: ControllerRevision['data']; readonly number: number; readonly collisionCount: number },
  ): ControllerRevision {
    const hash = templateHash(data, collisionCount);
    const { namespace = '', name, annotations } = owner.metadata;
    return {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: {
        name: `${name.slice(0, LONGEST_PREFIX)}-${hash}`,
        namespace,
        labels: { ...owner.spec.template?.metadata?.labels, [this.hashLabel]: hash },
        ...(annotations !== undefined && { annotations }),
        ownerReferences: [controllerReference(owner)],
      },
      data,
      revision: number,
    };
  }
}

function dataOf({ spec: { template = {} } }: Revised): ControllerRevision['data'] {
  return { spec: { template: { ...template, $patch: 'replace' } } };
}
