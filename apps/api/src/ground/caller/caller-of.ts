import { type Principal, DEFAULT_TEAM_ID, type Caller, type Need } from '#access';
import { shareAnswer } from './gone.js';
import { notePrincipal, principalOf } from './principals.js';

/** What is known of a request, on every face. */
export interface IncomingRequest {
  readonly id: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Longest text of a header that is stored with a revision. */
const KEPT_CHARACTERS = 200;

/** On whose behalf a request runs: the authenticated principal, or an anonymous one without any role. */
export function callerOf(request: IncomingRequest, principal = principalOf(request)): Caller {
  const { id, headers } = request;
  const said = header(headers['x-berth-actor']);
  const program = header(headers['user-agent']);
  const caller = {
    ...identityOf(principal, said),
    requestId: id,
    client: principal?.id === ANONYMOUS || said === '' ? program : `${said} by ${program}`,
    reason: header(headers['x-berth-reason']),
  };
  if (principal !== undefined) notePrincipal(caller, principal);
  return caller;
}

const ANONYMOUS = 'anonymous';

/** The caller of a request; where authentication is off, callers are who they say they are. */
function identityOf(
  principal: Principal | undefined,
  said: string,
): Pick<Caller, 'team' | 'roles' | 'only' | 'actor' | 'principal'> {
  if (principal === undefined) return { team: DEFAULT_TEAM_ID, roles: [], actor: ANONYMOUS, principal: ANONYMOUS };
  const { id, name, team, roles, only } = principal;
  const actor = id === ANONYMOUS ? said || ANONYMOUS : header(name) || header(id);
  return { team, roles, ...(only && { only }), actor, principal: id };
}

const needing = new WeakMap<Caller, Map<Need, Caller>>();

/** The same caller, for a call that needs a role: one for each need, because work is shared by caller. */
export function withNeed(caller: Caller, need: Need): Caller {
  const known = needing.get(caller) ?? new Map<Need, Caller>();
  needing.set(caller, known);
  const made = known.get(need) ?? { ...caller, need };
  known.set(need, made);
  shareAnswer(made, caller);
  const principal = principalOf(caller);
  if (principal !== undefined) notePrincipal(made, principal);
  return made;
}

/** Control characters and lone surrogates cannot be stored in the log; a header needs none. */
function header(value: string | string[] | undefined): string {
  return String(value ?? '')
    .replace(/[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd]/g, '')
    .slice(0, KEPT_CHARACTERS);
}
