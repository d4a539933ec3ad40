import type { ControllerContext } from '../../engine/index.js';
import type { ReplicaSet } from '../replica-set/index.js';
import { annotationsOfRollback, revisionOf, withoutRollback } from './annotations.js';
import type { Deployment } from './deployment.js';
import { sameTemplate, withoutHash } from './template.js';

/**
 * Takes the template of an earlier revision, which is the newest with the next sync, and forgets that it was asked for.
 * // as kubernetes v1.34 DeploymentController.rollback
 */
export function rollBack(
  context: ControllerContext,
  deployment: Deployment,
  { sets, to }: { readonly sets: readonly ReplicaSet[]; readonly to: number },
): void {
  const { metadata, spec } = deployment;
  const wanted = to === 0 ? lastRevision(sets) : to;
  const target = wanted === 0 ? undefined : sets.find((set) => revisionOf(set) === wanted);
  const isNew = target !== undefined && !sameTemplate(target.spec.template, spec.template);
  const warn = (reason: string, message: string) => {
    context.record({ about: deployment, type: 'Warning', reason, message });
  };
  if (wanted === 0) warn('DeploymentRollbackRevisionNotFound', 'Unable to find last revision.');
  else if (target === undefined)
    warn('DeploymentRollbackRevisionNotFound', 'Unable to find the revision to rollback to.');
  else if (!isNew) {
    const same = `The rollback revision contains the same template as current deployment "${metadata.name}"`;
    warn('DeploymentRollbackTemplateUnchanged', same);
  }
  const annotations = isNew ? annotationsOfRollback(deployment, target) : (metadata.annotations ?? {});
  context.update({
    ...deployment,
    metadata: { ...metadata, annotations: withoutRollback(annotations) },
    ...(isNew && { spec: { ...spec, template: withoutHash(target.spec.template) } }),
  });
  if (!isNew) return;
  const message = `Rolled back deployment "${metadata.name}" to revision ${wanted}`;
  context.record({ about: deployment, type: 'Normal', reason: 'DeploymentRollback', message });
}

/** The second highest revision; 0 where there is none. // as deploymentutil.LastRevision */
function lastRevision(sets: readonly ReplicaSet[]): number {
  return sets.map(revisionOf).toSorted((a, b) => b - a)[1] ?? 0;
}
