import { principalOf, type Caller } from '../../ground/caller/index.js';

/** authentication.k8s.io/v1 UserInfo. */
interface UserInfo {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
}

/** A caller as Kubernetes names users: by their key or account, with their team and roles as groups. */
export function userOf(caller: Caller): UserInfo {
  const { teamName } = principalOf(caller) ?? {};
  const roles = caller.roles.filter((role) => role !== 'system');
  return {
    username: caller.actor,
    uid: caller.principal,
    groups: [
      ...(teamName === undefined ? [] : [`berth:team:${teamName}`]),
      ...roles.map((role) => `berth:role:${role}`),
      'system:authenticated',
    ],
  };
}
