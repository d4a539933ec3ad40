import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { ProfileOfDocument, type ProfileOfQuery } from '../../generated/documents.js';
import { useParameter, usePlace, ViewLink } from '../../place/index.js';
import { Empty, ShownOfCluster } from '../../states/index.js';
import { dayAndTime } from '../../words/index.js';
import { ProfileForm } from '../profiles/profile-form.js';
import { differencesOf } from './differences.js';

type Profile = NonNullable<NonNullable<ProfileOfQuery['cluster']>['profile']>;

/** One profile: what holds, its versions and their differences, and the next version. */
export function ProfileView(): ReactNode {
  const { cluster, at, names, search } = usePlace();
  const name = names['name'] ?? '';
  const version = search['version'] === undefined ? null : Number(search['version']);
  const query = useAsk(ProfileOfDocument, { cluster, name, version });
  return (
    <ShownOfCluster query={query} rows={20} title="Profile">
      {({ profile }) =>
        profile === null ? (
          <Empty title={`There is no profile ${name}`} isView>
            It may have been deleted, or has no such version.
          </Empty>
        ) : (
          <>
            <h1>
              {profile.name} v{profile.version}
            </h1>
            <p>
              <code className="digest">{profile.digest}</code>
            </p>
            <Versions profile={profile} />
            <Against profile={profile} />
            {profile.ignored.map(({ field, message }) => (
              <p key={field}>
                <code>{field}</code> {message}
              </p>
            ))}
            <h2>Effective values</h2>
            <pre className="command" tabIndex={0}>
              {JSON.stringify(profile.config, null, 2)}
            </pre>
            {at === undefined && (
              <>
                <h2>The next version</h2>
                <ProfileForm
                  key={profile.digest}
                  text={JSON.stringify(profile.config, null, 2)}
                  replaces={{ name: profile.name, resourceVersion: version === null ? profile.resourceVersion : null }}
                />
              </>
            )}
          </>
        )
      }
    </ShownOfCluster>
  );
}

function Versions({ profile: { versions } }: { readonly profile: Profile }): ReactNode {
  return (
    <ul className="plain" aria-label="Versions">
      {versions.edges.map(({ node: { version, changedAt, createdAt, changedBy } }) => (
        <li key={version}>
          <ViewLink to="." search={{ version: String(version) }}>
            v{version}
          </ViewLink>{' '}
          {dayAndTime(changedAt ?? createdAt)} {changedBy !== null && `by ${changedBy}`}{' '}
          <ViewLink to="." search={{ against: String(version) }}>
            compare
          </ViewLink>
        </li>
      ))}
    </ul>
  );
}

function Against({ profile }: { readonly profile: Profile }): ReactNode {
  const { cluster } = usePlace();
  const [against] = useParameter('against');
  const isAsked = against !== '';
  const query = useAsk(ProfileOfDocument, { cluster, name: profile.name, version: Number(against) }, { isAsked });
  if (!isAsked) return null;
  return (
    <ShownOfCluster query={query}>
      {({ profile: other }) => {
        const differences = other === null ? [] : differencesOf(other.config, profile.config);
        return (
          <section className="card">
            <h2>
              From v{against} to v{profile.version}
            </h2>
            {differences.length === 0 && <p className="quiet">They are identical.</p>}
            <ul className="plain">
              {differences.map(({ path, before, after }) => (
                <li key={path}>
                  <code>{path}</code> {JSON.stringify(before) ?? 'nothing'} → {JSON.stringify(after) ?? 'nothing'}
                </li>
              ))}
            </ul>
          </section>
        );
      }}
    </ShownOfCluster>
  );
}
