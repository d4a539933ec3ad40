import { ownField } from '#json';
import { isSystem, ROLES, type Caller, type Role } from '#database';
import { Denied } from '#requests';
import { held, holds } from './held-roles.js';

/** What is stored of who may do what in a cluster, as far as it is about the caller's team. */
export interface AccessFacts {
  readonly id: string;
  readonly team_id: string;
  /** What the caller's team was granted there; without a namespace, in all of it. */
  readonly granted: readonly { readonly role: Role; readonly namespace: string | null }[];
  /** Of a cluster of their own team the namespaces that are of others; of any other those that are theirs. */
  readonly apart: readonly string[];
}

/** What a caller may do in a cluster, and what they see of it. */
export interface Access {
  /** What they hold in the whole of it, with all that it implies. */
  readonly roles: readonly Role[];
  readonly sight: 'all' | 'only' | 'except';
  /** Of `only` the namespaces that they see, of `except` those that they do not. */
  readonly sight_namespaces: readonly string[];
  /** What they hold in single namespaces, where that is not what they hold in the whole. */
  readonly namespace_roles: Readonly<Record<string, readonly Role[]>>;
}

type Who = Pick<Caller, 'team' | 'roles' | 'only'>;

/** What a caller may do in a cluster; undefined where they must not know that it is there. */
export function accessTo(facts: AccessFacts, caller: Who): Access | undefined {
  if (isSystem(caller)) return { roles: ROLES, sight: 'all', sight_namespaces: [], namespace_roles: {} };
  if (caller.only !== undefined && caller.only.cluster !== facts.id) return undefined;
  const isOwn = facts.team_id === caller.team;
  const roles = isOwn ? holds(caller) : usable(facts, caller, null);
  const namespaces = new Set([...facts.apart, ...facts.granted.flatMap(({ namespace }) => namespace ?? [])]);
  const inNamespaces = [...namespaces].map((namespace): [string, Role[]] => [
    namespace,
    inNamespace(facts, caller, { namespace, isOwn, whole: roles }),
  ]);
  if (caller.only?.namespace !== undefined)
    return within(caller.only.namespace, { isOwn, whole: roles, inNamespaces: new Map(inNamespaces) });
  const seen = inNamespaces.filter(([, there]) => there.length > 0).map(([namespace]) => namespace);
  if (!isOwn && roles.length === 0 && seen.length === 0) return undefined;
  const namespace_roles = Object.fromEntries(inNamespaces);
  if (roles.includes('admin') || roles.includes('auditor'))
    return { roles, sight: 'all', sight_namespaces: [], namespace_roles };
  return isOwn
    ? { roles, sight: 'except', sight_namespaces: facts.apart.filter((one) => !seen.includes(one)), namespace_roles }
    : { roles, sight: 'only', sight_namespaces: seen, namespace_roles };
}

/** What a team was granted that the caller holds in it as well. An admin of the team has all of it. */
function usable({ granted }: AccessFacts, caller: Who, namespace: string | null): Role[] {
  const own = holds(caller);
  const there = held(granted.filter((one) => one.namespace === namespace).map(({ role }) => role));
  return own.includes('admin') ? there : there.filter((role) => own.includes(role));
}

interface Namespace {
  readonly namespace: string;
  readonly isOwn: boolean;
  readonly whole: readonly Role[];
}

/** An admin of the cluster may do everything in all of its namespaces, and an auditor of it may look. */
function inNamespace(facts: AccessFacts, caller: Who, { namespace, isOwn, whole }: Namespace): Role[] {
  const isApart = facts.apart.includes(namespace);
  const anyway = whole.includes('admin') || (isOwn && !isApart) ? whole : whole.filter((role) => role === 'auditor');
  const theirs = !isOwn && isApart ? holds(caller).filter((role) => role !== 'admin') : [];
  return held([...anyway, ...theirs, ...usable(facts, caller, namespace)]);
}

/** Of a key for one namespace. */
function within(
  namespace: string,
  {
    isOwn,
    whole,
    inNamespaces,
  }: Pick<Namespace, 'isOwn' | 'whole'> & { readonly inNamespaces: ReadonlyMap<string, readonly Role[]> },
): Access | undefined {
  const foreign = whole.filter((role) => role === 'admin' || role === 'auditor');
  const there = inNamespaces.get(namespace) ?? (isOwn ? whole : held(foreign));
  if (there.length === 0) return undefined;
  const namespace_roles = { [namespace]: there.filter((role) => role !== 'admin') };
  return { roles: [], sight: 'only', sight_namespaces: [namespace], namespace_roles };
}

/** What is held in a namespace; in that of what has none, the whole of the cluster. */
export function rolesIn(access: Access, namespace: string): readonly Role[] {
  if (namespace === '') return access.roles;
  const there = ownField(access.namespace_roles, namespace);
  if (there !== undefined) return there;
  return access.sight === 'only' ? [] : access.roles;
}

/** Whether the caller holds in the cluster what their operation needs there. */
export function meetsNeed(access: Access, { need }: Pick<Caller, 'need'>): boolean {
  if (need === undefined || need.in === 'team') return true;
  const anywhere = need.in === 'namespace' ? Object.values(access.namespace_roles) : [];
  return [access.roles, ...anywhere].some((roles) => need.roles.some((role) => roles.includes(role)));
}

/**
 * @throws Denied when the caller does not hold in the cluster what their operation needs there, neither in the whole
 * nor, where that may do, in any namespace
 */
export function demand(access: Access, caller: Pick<Caller, 'need'>): void {
  const { need } = caller;
  if (need === undefined || meetsNeed(access, caller)) return;
  throw new Denied(need, `it is not held in this cluster${need.in === 'namespace' ? ' or a namespace of it' : ''}`);
}
