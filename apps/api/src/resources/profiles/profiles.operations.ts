import { ClusterService } from '#cluster';
import { ok } from '#requests';
import { ProfileService, type ProfileVersion } from '#scheduling';
import { z } from 'zod';
import { ClusterModel, type ClusterMutationInput, clusterRef } from '../clusters/index.js';
import { type Caller, inCluster, inNamespace } from '../../ground/caller/index.js';
import { momentQuery } from '../../ground/http/index.js';
import { cutPage, operation } from '../../ground/operation/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import {
  configurationReport,
  profileInput,
  profileListQuery,
  profilePage,
  profileSchema,
  profilesQuery,
  profileVersion,
  profileVersionPage,
  profileWriteQuery,
  schedulerConfiguration,
} from './profile.schema.js';
import { byResourceVersion, tagOf } from './profile-tag.js';
import { ConfigurationInput, CreatedProfile, DeletedProfile, UpdatedProfile } from './profiles.inputs.js';
import { ConfigurationReportModel, ProfileConnection, ProfileModel } from './profiles.model.js';

const tag = 'scheduling';
const reading = inNamespace('viewer');
const writing = inCluster('editor');
const uses = { profiles: ProfileService };
/** Global ids hold the cluster's id, where callers may give its name. */
const writes = { ...uses, clusters: ClusterService };
const answer = { status: 200, description: 'The profile.', schema: profileSchema };
const example = {
  schedulerName: 'packing',
  pluginConfig: [
    {
      name: 'NodeResourcesFit',
      args: { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } },
    },
  ],
};

const clusterIn = ({ clusterId }: ClusterMutationInput) => ({ cluster: clusterRef(clusterId) });
const profileIn = ({ clusterId, name }: ClusterMutationInput & { readonly name: string }) => ({
  cluster: clusterRef(clusterId),
  name,
});

interface Written {
  readonly services: { readonly clusters: ClusterService };
  readonly caller: Caller;
  readonly input: ClusterMutationInput;
}

async function idOfCluster({ services, caller, input }: Written): Promise<string> {
  return accepted(await services.clusters.get(caller, clusterRef(input.clusterId))).id;
}

const changed = async (profile: ProfileVersion, written: Written) => ({
  profile: new ProfileModel({ cluster: await idOfCluster(written) }, profile),
});

export const listProfiles = operation({
  name: 'listProfiles',
  route: 'GET /v1/clusters/:cluster/profiles',
  tag,
  permission: reading,
  summary: 'List scheduler profiles',
  description:
    'The profiles that serve new runs, or served them at the moment, by name. The default profile is ' +
    'always included.',
  uses,
  query: profilesQuery,
  answer: { status: 200, description: 'A page of profiles.', schema: profilePage },
  lasts: 'log',
  pages: { place: z.string() },
  run: async ({ profiles }, { caller, path, query, page }) => {
    const all = await profiles.list(caller, { ...path, ...query });
    return all.refused ? all : ok(cutPage(all.value, page, BY_NAME));
  },
}).connection({
  on: () => ClusterModel,
  name: 'profiles',
  type: () => ProfileConnection,
  list: 'profiles',
  parts: ['text'],
  placeOf: ([name = '']) => name,
  partsOf: ({ name }) => [name],
  asked: ({ place }) => place,
  node: (profile, { place }) => new ProfileModel(place, profile),
});

export const createProfile = operation({
  name: 'createProfile',
  route: 'POST /v1/clusters/:cluster/profiles',
  tag,
  permission: writing,
  summary: 'Create a scheduler profile',
  description:
    'Creates a scheduler profile. It serves pods whose spec.schedulerName is its name. A profile named ' +
    'default-scheduler replaces the default profile.',
  uses: writes,
  query: profileWriteQuery,
  body: profileInput,
  envelope: z.unknown(),
  accepts: 'yaml',
  example,
  answer: { ...answer, status: 201 },
  problems: [ErrorCode.PROFILE_INVALID, ErrorCode.PROFILE_ALREADY_EXISTS],
  key: true,
  conditions: true,
  run: ({ profiles }, { caller, path: { cluster }, query, body: profile, field, terms }) => {
    const options = byResourceVersion(terms({ cluster, profile, ...query }));
    return profiles.create(caller, cluster, { profile, field, ...query, ...options });
  },
  headers: (profile, { cluster }) => ({ ...tagOf(profile), location: pathOf(cluster, profile) }),
}).mutation({
  input: { what: 'The profile.', about: 'A scheduler profile to create.', type: CreatedProfile },
  path: clusterIn,
  query: ({ dryRun }) => ({ dryRun }),
  document: 'profile',
  payload: { profile: { type: () => ProfileModel, what: 'The new profile' } },
  changed,
});

export const getProfile = operation({
  name: 'getProfile',
  route: 'GET /v1/clusters/:cluster/profiles/:name',
  tag,
  permission: reading,
  summary: 'Read a scheduler profile',
  description: 'In its present version, or that at a moment. Its ETag is for If-Match.',
  uses,
  query: momentQuery,
  answer,
  problems: [ErrorCode.PROFILE_UNKNOWN],
  lasts: ({ query }) => (query['at'] === undefined ? 'changing' : 'log'),
  run: ({ profiles }, { caller, path: { cluster, name }, query }) => profiles.get(caller, { cluster, ...query }, name),
  headers: tagOf,
});

export const updateProfile = operation({
  name: 'updateProfile',
  route: 'PUT /v1/clusters/:cluster/profiles/:name',
  tag,
  permission: writing,
  summary: 'Replace a scheduler profile',
  description:
    'A profile that decides as before keeps its version; otherwise it gets the next one. `If-Match` with ' +
    'the ETag of the profile prevents overwriting later changes.',
  uses: writes,
  query: profileWriteQuery,
  body: profileInput,
  envelope: z.unknown(),
  accepts: 'yaml',
  example,
  answer,
  problems: [ErrorCode.PROFILE_UNKNOWN, ErrorCode.PROFILE_INVALID, ErrorCode.PROFILE_MODIFIED],
  key: true,
  conditions: true,
  run: ({ profiles }, { caller, path: { cluster, name }, query, body: profile, field, terms }) => {
    const options = byResourceVersion(terms({ cluster, name, profile, ...query }));
    return profiles.update(caller, cluster, { name, profile, field, ...query, ...options });
  },
  headers: tagOf,
}).mutation({
  description:
    'Replaces a scheduler profile. A profile that decides as before keeps its version; otherwise it gets ' +
    'the next one.',
  input: { what: 'The profile.', about: 'A scheduler profile to replace.', type: UpdatedProfile },
  path: profileIn,
  query: ({ dryRun }) => ({ dryRun }),
  match: ({ resourceVersion }) => resourceVersion,
  document: 'profile',
  payload: { profile: { type: () => ProfileModel, what: 'The replaced profile' } },
  changed,
});

export const deleteProfile = operation({
  name: 'deleteProfile',
  route: 'DELETE /v1/clusters/:cluster/profiles/:name',
  tag,
  permission: writing,
  summary: 'Delete a scheduler profile',
  description:
    'Deletes a scheduler profile. New runs do not use it; its versions stay, and decisions continue to refer ' +
    'to them. Deleting a profile named default-scheduler restores the default profile.',
  uses: writes,
  query: profileWriteQuery,
  answer: { status: 204, description: 'Deleted.' },
  problems: [ErrorCode.PROFILE_UNKNOWN, ErrorCode.PROFILE_MODIFIED, ErrorCode.DEFAULT_PROFILE_KEPT],
  key: true,
  conditions: true,
  run: ({ profiles }, { caller, path: { cluster, name }, query, terms }) =>
    profiles.delete(caller, cluster, { name, ...query, ...byResourceVersion(terms({ cluster, name, ...query })) }),
}).mutation({
  input: { what: 'The profile.', about: 'A scheduler profile to delete.', type: DeletedProfile },
  path: profileIn,
  match: ({ resourceVersion }) => resourceVersion,
  payload: { profile: { type: () => ProfileModel, what: 'The last state of the profile' } },
  changed,
});

export const listProfileVersions = operation({
  name: 'listProfileVersions',
  route: 'GET /v1/clusters/:cluster/profiles/:name/versions',
  tag,
  permission: reading,
  summary: 'List the versions of a scheduler profile',
  description: 'Latest first; includes versions that were given with a run, and those of a deleted profile.',
  uses,
  query: profileListQuery,
  answer: { status: 200, description: 'A page of versions.', schema: profileVersionPage },
  problems: [ErrorCode.PROFILE_UNKNOWN],
  lasts: 'log',
  pages: { place: z.number().int() },
  run: async ({ profiles }, { caller, path: { cluster, name }, page }) => {
    const all = await profiles.versions(caller, cluster, name);
    return all.refused ? all : ok(cutPage(all.value, page, LATEST_FIRST));
  },
}).connection({
  on: () => ProfileModel,
  name: 'versions',
  description: 'All versions of its name, latest first; includes versions that were given with a run.',
  type: () => ProfileConnection,
  list: ({ profile: { name } }) => `versions of ${name}`,
  parts: ['count'],
  placeOf: ([version]) => Number(version),
  partsOf: ({ version }) => [String(version)],
  asked: ({ place: { cluster }, profile: { name } }) => ({ cluster, name }),
  node: (profile, { place }) => new ProfileModel(place, profile),
});

export const getProfileVersion = operation({
  name: 'getProfileVersion',
  route: 'GET /v1/clusters/:cluster/profiles/:name/versions/:version',
  tag,
  permission: reading,
  summary: 'Read a version of a scheduler profile',
  description: 'A version exists as long as the cluster.',
  uses,
  answer: { status: 200, description: 'The version.', schema: profileVersion },
  problems: [ErrorCode.PROFILE_VERSION_NOT_FOUND],
  lasts: 'numbered',
  run: ({ profiles }, { caller, path: { cluster, name, version } }) =>
    profiles.version(caller, cluster, { name, version }),
});

export const importSchedulerConfiguration = operation({
  name: 'importSchedulerConfiguration',
  route: 'POST /v1/clusters/:cluster/scheduler-configuration',
  tag,
  permission: writing,
  summary: 'Import a KubeSchedulerConfiguration',
  description:
    'Creates or replaces all profiles of a kube-scheduler configuration file; if one is invalid, none. ' +
    'Profiles that it does not name stay unchanged. A legacy Policy contains one profile, named ' +
    '`default-scheduler` unless it has a schedulerName.',
  uses: writes,
  body: schedulerConfiguration,
  envelope: z.unknown(),
  accepts: 'yaml',
  example: {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    profiles: [{ schedulerName: 'packing' }],
  },
  answer: { status: 200, description: 'The result.', schema: configurationReport },
  problems: [ErrorCode.MANIFESTS_UNREADABLE, ErrorCode.SCHEDULER_CONFIGURATION_INVALID],
  key: true,
  run: ({ profiles }, { caller, path: { cluster }, body: configuration, field, terms }) =>
    profiles.import(caller, cluster, { configuration, field, ...terms({ cluster, configuration }) }),
}).mutation({
  input: { what: 'The configuration.', about: 'A whole scheduler configuration to import.', type: ConfigurationInput },
  path: clusterIn,
  document: 'configuration',
  payload: { report: { type: () => ConfigurationReportModel, what: 'The result' } },
  changed: async (report, written) => ({ report: new ConfigurationReportModel(report, await idOfCluster(written)) }),
});

/** By name, in byte order. */
const BY_NAME = {
  placeOf: ({ name }: ProfileVersion) => name,
  compare: ({ name }: ProfileVersion, place: string) => Buffer.compare(Buffer.from(name), Buffer.from(place)),
};

const LATEST_FIRST = {
  placeOf: ({ version }: ProfileVersion) => version,
  compare: ({ version }: ProfileVersion, place: number) => place - version,
};

function pathOf(cluster: string, { name }: ProfileVersion): string {
  return `/v1/clusters/${encodeURIComponent(cluster)}/profiles/${encodeURIComponent(name)}`;
}
