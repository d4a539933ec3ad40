import type { Schemas } from '#client';
import type { ReactNode } from 'react';
import { useRead } from '../../api/index.js';
import { Shown, Status } from '../../states/index.js';
import { dayAndTime } from '../../words/index.js';
import { AccessLog } from './access-log.js';
import { Keys } from './keys.js';
import { holds, ROLES, whyNot, type Role } from '../../access/index.js';
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
            <div className="cards halves">
              <Who who={who} />
              <May who={who} />
            </div>
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
    <section className="card" aria-label="Your identity">
      <h2>Your identity</h2>
      <dl className="facts">
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
        <dd>{expiresAt === null ? 'it does not expire' : dayAndTime(expiresAt)}</dd>
      </dl>
    </section>
  );
}

/** What each role is for. */
const PURPOSES: Readonly<Record<Role, string>> = {
  viewer: 'read clusters, pods, decisions; ask what would be',
  editor: 'write objects, profiles and clusters; fork; move clocks',
  scheduler: 'run the scheduler, and bind pods',
  mirror: 'send what happens in a real cluster',
  monitor: 'read the metrics of the service',
  auditor: 'read the log of access; sign, verify, replay, archive',
  admin: 'members, keys and grants; delete clusters',
};

/** What the reader may do, role by role. */
function May({ who: { roles } }: { readonly who: WhoAmI }): ReactNode {
  return (
    <section className="card" aria-label="What you may do">
      <h2>What you may do</h2>
      <ul className="plain may">
        {ROLES.map((role) => (
          <li key={role}>
            <Status of={holds(roles, role) ? 'allowed' : 'forbidden'} /> {PURPOSES[role]}{' '}
            <span className="quiet">{role}</span>
          </li>
        ))}
      </ul>
    </section>
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
