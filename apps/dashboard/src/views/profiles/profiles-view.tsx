import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { ProfilesDocument, type ProfilesQuery } from '../../generated/documents.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { dayAndTime } from '../../words/index.js';
import { ProfileForm } from './profile-form.js';

type Cluster = NonNullable<ProfilesQuery['cluster']>;
type Row = Cluster['profiles']['edges'][number]['node'];
type PluginRow = Cluster['plugins'][number];

const EXAMPLE = `schedulerName: packing
pluginConfig:
  - name: NodeResourcesFit
    args:
      scoringStrategy:
        type: MostAllocated
        resources:
          - name: cpu
            weight: 1
          - name: memory
            weight: 1
`;

/** How pods are decided about: the profiles, and the plugins that they are made of. */
export function ProfilesView(): ReactNode {
  const { cluster, at } = usePlace();
  const query = useAsk(ProfilesDocument, { cluster });
  const navigate = useNavigate();
  return (
    <>
      <h1>Profiles</h1>
      <ShownOfCluster query={query}>
        {({ profiles, plugins }) => (
          <>
            <Grid
              noun="profile"
              columns={profileColumns(cluster)}
              rows={profiles.edges.map(({ node }) => node)}
              rowKey={({ name }) => name}
              open={({ name }) => void navigate({ to: paths.profiles(cluster, name) })}
            />
            {at === undefined && (
              <>
                <h2>New profile</h2>
                <ProfileForm text={EXAMPLE} plugins={plugins} />
              </>
            )}
            <h2>Plugins</h2>
            <Grid noun="plugin" prefix="p" columns={PLUGIN_COLUMNS} rows={plugins} rowKey={({ name }) => name} />
          </>
        )}
      </ShownOfCluster>
    </>
  );
}

function profileColumns(cluster: string): readonly Column<Row>[] {
  return [
    {
      id: 'name',
      title: 'profile',
      width: 28,
      value: ({ name }) => name,
      cell: ({ name }) => <ViewLink to={paths.profiles(cluster, name)}>{name}</ViewLink>,
    },
    { id: 'version', title: 'version', isNumber: true, value: ({ version }) => version },
    {
      id: 'changed',
      title: 'changed',
      width: 25,
      value: ({ changedAt, createdAt }) => changedAt ?? createdAt,
      cell: ({ changedAt, createdAt }) => dayAndTime(changedAt ?? createdAt),
    },
    { id: 'by', title: 'by', width: 16, value: ({ changedBy }) => changedBy },
    {
      id: 'digest',
      title: 'digest',
      width: 14,
      value: ({ digest }) => digest,
      cell: ({ digest }) => <code>{digest.slice(0, 12)}</code>,
    },
  ];
}

const PLUGIN_COLUMNS: readonly Column<PluginRow>[] = [
  { id: 'name', title: 'plugin', width: 36, value: ({ name }) => name },
  { id: 'points', title: 'extension points', width: 60, value: ({ extensionPoints }) => extensionPoints.join(', ') },
  { id: 'weight', title: 'weight', isNumber: true, value: ({ defaultWeight }) => defaultWeight },
  { id: 'default', title: 'by default', width: 12, value: ({ isDefault }) => (isDefault ? 'yes' : 'no') },
  { id: 'source', title: 'source', width: 20, value: ({ source }) => source },
];
