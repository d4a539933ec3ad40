import type { DeploymentCondition } from './deployment.js';

type Said = Required<Pick<DeploymentCondition, 'type' | 'status' | 'reason' | 'message'>>;

export function newCondition(said: Said, time: string): DeploymentCondition {
  return { ...said, lastUpdateTime: time, lastTransitionTime: time };
}

export function find(conditions: readonly DeploymentCondition[], type: string): DeploymentCondition | undefined {
  return conditions.find((one) => one.type === type);
}

export function without(conditions: readonly DeploymentCondition[], type: string): readonly DeploymentCondition[] {
  return conditions.some((one) => one.type === type) ? conditions.filter((one) => one.type !== type) : conditions;
}

/** One that says the same for the same reason stays as it is. // as deploymentutil.SetDeploymentCondition */
export function withCondition(
  conditions: readonly DeploymentCondition[],
  said: DeploymentCondition,
): readonly DeploymentCondition[] {
  const before = find(conditions, said.type ?? '');
  if (before?.status === said.status && before?.reason === said.reason) return conditions;
  const known = before?.status === said.status ? before?.lastTransitionTime : undefined;
  const lastTransitionTime = known ?? said.lastTransitionTime;
  const kept = lastTransitionTime === undefined ? {} : { lastTransitionTime };
  return [...without(conditions, said.type ?? ''), { ...said, ...kept }];
}
