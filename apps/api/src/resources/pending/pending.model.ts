import { ObjectType } from '@nestjs/graphql';
import type { ClusterPlace } from '#cluster';
import { obstacleSetOf, type PendingPod } from '#questions';
import { connectionOf, viewOf } from '../../ground/graphql/index.js';
import { pendingPod } from './pending.schema.js';

/** A pod as both faces show it. */
export function shownPod({ rejections, since, decision, ...pod }: PendingPod): object {
  return { ...pod, since: since.toISOString(), obstacleSet: obstacleSetOf(rejections), decision };
}

@ObjectType('PendingPod', { description: 'A pod that is pending now.' })
export class PendingPodModel extends viewOf<object>(pendingPod, { without: ['decision'] }) {
  constructor(
    readonly place: ClusterPlace,
    readonly found: PendingPod,
  ) {
    super(shownPod(found));
  }
}

export const PendingPodConnection = connectionOf(PendingPodModel, {
  name: 'PendingPod',
  what: 'a pending pod',
  counted: true,
});
