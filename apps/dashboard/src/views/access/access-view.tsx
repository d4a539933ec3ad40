import type { Schemas } from '#client';
import type { ReactNode } from 'react';
import { useRead } from '../../api/index.js';
import { Shown } from '../../states/index.js';
import { dayAndTime } from '../../words/index.js';
import { AccessLog } from './access-log.js';
import { Keys } from './keys.js';
import { whyNot, type Role } from './may.js';
import { Members } from './members.js';
import { Teams } from './teams.js';

type WhoAmI = Schemas['WhoAmI'];

/** Who the reader is, and who may do what in their team: members, keys, and the log of every change of access. */
export function AccessView(): ReactNode {
  const query = useRead('GET /v1/whoami', (service) => service.get('/v1/whoami'));
  return (
    <>
      <h1>Teams and keys</h1>
      <Shown query={query} rows={6}>
        {(who) => (
          <>
            <Who who={who} />
            <Part title="Keys" who={who} wanted="admin">
              <Keys team={who.team} />
            </Part>
            <Part title="Members" who={who} wanted="admin">
              <Members team={who.team} />
            </Part>
            <Part title="Teams" who={who} wanted="admin">
              <Teams />
            </Part>
            <Part title="Access log" who={who} wanted="auditor">
              <AccessLog />
            </Part>
          </>
        )}
      </Shown>
    </>
  );
}

function Who({ who: { actor, principal, team, roles, only, expiresAt } }: { readonly who: WhoAmI }): ReactNode {
  return (
    <dl className="facts" aria-label="Your identity">
      <dt>you are</dt>
      <dd>
        {actor} <code>{principal}</code>
      </dd>
      <dt>of the team</dt>
      <dd>{team}</dd>
      <dt>as</dt>
      <dd>{roles.join(', ') || 'nothing'}</dd>
      {only !== undefined && (
        <>
          <dt>only for</dt>
          <dd>
            cluster {only.cluster}
            {only.namespace !== undefined && `, namespace ${only.namespace}`}
          </dd>
        </>
      )}
      <dt>until</dt>
      <dd>{expiresAt === null ? 'it is revoked' : dayAndTime(expiresAt)}</dd>
    </dl>
  );
}

/** A part of the view, or why it is not for this reader. */
function Part({
  title,
  who,
  wanted,
  children,
}: {
  readonly title: string;
  readonly who: WhoAmI;
  readonly wanted: Role;
  readonly children: ReactNode;
}): ReactNode {
  const reason = whyNot(who, wanted);
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {reason === undefined ? children : <p className="quiet">{reason}</p>}
    </section>
  );
}
