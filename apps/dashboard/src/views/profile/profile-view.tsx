import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Fold } from '../../controls/index.js';
import { ProfileOfDocument, type ProfileOfQuery } from '../../generated/documents.js';
import { useParameter, usePlace, ViewLink } from '../../place/index.js';
import { Empty, ShownOfCluster } from '../../states/index.js';
import { counted, dayAndTime, Digest } from '../../words/index.js';
import { draftText, type Draft } from '../profiles/draft.js';
import { PluginForm } from '../profiles/plugin-form.js';
import { hasPlugins } from '../profiles/plugins-in-draft.js';
import { ProfileForm } from '../profiles/profile-form.js';
import { differencesOf } from './differences.js';

type Cluster = NonNullable<ProfileOfQuery['cluster']>;
type Profile = NonNullable<Cluster['profile']>;

/** One profile: its versions and their differences, its plugins and weights, and the next version. */
export function ProfileView(): ReactNode {
  const { cluster, at, names, search } = usePlace();
  const name = names['name'] ?? '';
  const version = search['version'] === undefined ? null : Number(search['version']);
  const query = useAsk(ProfileOfDocument, { cluster, name, version });
  return (
    <ShownOfCluster query={query} rows={20} title="Profile">
      {({ profile, plugins }) =>
        profile === null ? (
          <Empty title={`There is no profile ${name}`} isView>
            It may have been deleted, or has no such version.
          </Empty>
        ) : (
          <>
            <h1>
              {profile.name} v{profile.version}
            </h1>
            <Versions profile={profile} />
            <Against profile={profile} />
            {profile.ignored.length > 0 && <Ignored fields={profile.ignored} />}
            <h2>{at === undefined ? 'The next version' : 'Plugins and weights'}</h2>
            {at === undefined ? (
              <ProfileForm
                key={profile.digest}
                text={draftText(sourceOf(profile))}
                plugins={plugins}
                replaces={{ name: profile.name, resourceVersion: version === null ? profile.resourceVersion : null }}
              />
            ) : (
              hasPlugins(sourceOf(profile)) && (
                <section className="card">
                  <PluginForm draft={sourceOf(profile)} plugins={plugins} />
                </section>
              )
            )}
            <Fold title="All values that hold, with the defaults">
              <pre className="command" tabIndex={0}>
                {JSON.stringify(profile.config, null, 2)}
              </pre>
            </Fold>
          </>
        )
      }
    </ShownOfCluster>
  );
}

/** The profile as it was written; the default one, which was not, is its name. */
function sourceOf({ name, config }: Profile): Draft {
  const { source } = config as { readonly source: Draft };
  return Object.keys(source).length === 0 ? { schedulerName: name } : source;
}

function Versions({ profile: { digest, engine, version: shown, versions } }: { readonly profile: Profile }): ReactNode {
  return (
    <>
      <ul className="versions" aria-label="Versions">
        {versions.edges.map(({ node: { version, changedAt, createdAt, changedBy } }) => (
          <li key={version} className={version === shown ? 'here' : undefined}>
            <ViewLink to="." search={{ version: String(version) }}>
              v{version}
            </ViewLink>{' '}
            <span className="quiet">
              {dayAndTime(changedAt ?? createdAt)} {changedBy !== null && `by ${changedBy}`}
            </span>{' '}
            {version !== shown && (
              <ViewLink to="." search={{ against: String(version) }}>
                compare
              </ViewLink>
            )}
          </li>
        ))}
      </ul>
      <p className="quiet">
        digest <Digest of={digest} />
        {engine !== null && `, decided by version ${engine.version} of the service`}
      </p>
    </>
  );
}

function Ignored({ fields }: { readonly fields: Profile['ignored'] }): ReactNode {
  return (
    <section className="problem refused">
      <p>{counted(fields.length, 'field')} without effect here:</p>
      <ul>
        {fields.map(({ field, message }) => (
          <li key={field}>
            <code>{field}</code> {message}
          </li>
        ))}
      </ul>
    </section>
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
