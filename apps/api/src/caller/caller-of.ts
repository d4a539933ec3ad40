import { DEFAULT_TEAM_ID, type Caller } from '#cluster';

/** What is known of a request, on whichever face it came in. */
export interface IncomingRequest {
  readonly id: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Longest text of a header that is kept with a revision. */
const KEPT_CHARACTERS = 200;

/** On whose behalf a request runs: one team and nobody in particular, until there are keys. */
export function callerOf({ id, headers }: IncomingRequest): Caller {
  return {
    team: DEFAULT_TEAM_ID,
    roles: ['admin', 'auditor'],
    actor: header(headers['x-berth-actor']) || 'anonymous',
    principal: 'anonymous',
    requestId: id,
    client: header(headers['user-agent']),
    reason: header(headers['x-berth-reason']),
  };
}

/** Control characters and lone surrogates cannot be kept in the log; a header needs none. */
function header(value: string | string[] | undefined): string {
  return String(value ?? '')
    .replace(/[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd]/g, '')
    .slice(0, KEPT_CHARACTERS);
}
