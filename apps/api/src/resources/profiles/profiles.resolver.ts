import type { OnModuleInit } from '@nestjs/common';
import { Args, Int, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ClusterService, type ClusterPlace } from '#cluster';
import { type Outcome, type WriteConditions } from '#requests';
import { ProfileService, type ProfileVersion } from '#scheduling';
import { Caller } from '../../ground/caller/index.js';
import { clusterRef, ClusterModel } from '../clusters/index.js';
import {
  given,
  idempotencyOf,
  mutate,
  connection,
  type Connection,
  NodeTypes,
  PageArgs,
  pageOfAll,
  pageRequest,
  writeCursor,
} from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import {
  CreateProfileInput,
  CreateProfilePayload,
  DeleteProfileInput,
  DeleteProfilePayload,
  ImportSchedulerConfigurationInput,
  ImportSchedulerConfigurationPayload,
  UpdateProfileInput,
  UpdateProfilePayload,
} from './profiles.inputs.js';
import { BY_NAME, LATEST_FIRST, type ProfileOrder } from './profile-list.js';
import { PROFILE_ID, ProfileConnection, ProfileModel } from './profiles.model.js';
import { readConfigurationText } from './read-configuration-text.js';

/** The scheduler profiles of a cluster: few, so that they are read all at once and cut into pages here. */
@Resolver(() => ClusterModel)
export class ProfilesResolver implements OnModuleInit {
  constructor(
    private readonly profiles: ProfileService,
    private readonly clusters: ClusterService,
    private readonly types: NodeTypes,
  ) {}

  onModuleInit(): void {
    this.types.register(PROFILE_ID, async ({ caller }, { cluster, digest }) => {
      const outcome = await this.profiles.byDigest(caller, cluster, digest);
      return outcome.refused || outcome.value === undefined ? null : new ProfileModel({ cluster }, outcome.value);
    });
  }

  @ResolveField(() => ProfileConnection, {
    name: 'profiles',
    description: 'The scheduler profiles that serve its new runs, by name; the default profile is always included.',
  })
  async list(
    @Parent() { place }: ClusterModel,
    @Args() page: PageArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<ProfileModel>> {
    return pageOf(accepted(await this.profiles.list(caller, place)), { place, page, list: 'profiles', order: BY_NAME });
  }

  @ResolveField(() => ProfileModel, {
    nullable: true,
    description: 'A scheduler profile by name, in its present version or another one; null if it does not exist.',
  })
  async profile(
    @Parent() { uid, place }: ClusterModel,
    @Args('name', { description: 'Its schedulerName.' }) name: string,
    @Args('version', { type: () => Int, nullable: true, description: 'The version. Default: the present one.' })
    version: number | null | undefined,
    @Caller() caller: Caller,
  ): Promise<ProfileModel | null> {
    const asked = version ?? undefined;
    const outcome: Outcome<ProfileVersion> =
      asked === undefined
        ? await this.profiles.get(caller, place, name)
        : await this.profiles.version(caller, uid, { name, version: String(asked) });
    return outcome.refused && outcome.refusal.kind !== 'ClusterNotFound'
      ? null
      : new ProfileModel(place, accepted(outcome));
  }

  @Mutation(() => CreateProfilePayload, {
    description: 'Creates a scheduler profile. It serves pods whose spec.schedulerName is its name.',
  })
  createProfile(
    @Args('input', { description: 'The profile.' }) input: CreateProfileInput,
    @Caller() caller: Caller,
  ): Promise<CreateProfilePayload> {
    const { profile, clusterId } = input;
    const cluster = clusterRef(clusterId);
    return mutate(
      input,
      async () =>
        this.profiles.create(caller, cluster, {
          profile: await readConfigurationText(profile, 'profile'),
          field: 'profile',
          ...given('dryRun', input.dryRun),
          ...idempotencyOf('createProfile', input),
        }),
      (made) => this.#changed(caller, cluster, made),
    );
  }

  @Mutation(() => UpdateProfilePayload, {
    description:
      'Replaces a scheduler profile. A profile that decides as before keeps its version; otherwise it gets ' +
      'the next one.',
  })
  updateProfile(
    @Args('input', { description: 'The profile.' }) input: UpdateProfileInput,
    @Caller() caller: Caller,
  ): Promise<UpdateProfilePayload> {
    const { name, profile, clusterId } = input;
    const cluster = clusterRef(clusterId);
    return mutate(
      input,
      async () =>
        this.profiles.update(caller, cluster, {
          name,
          profile: await readConfigurationText(profile, 'profile'),
          field: 'profile',
          ...onlyIf(input),
          ...given('dryRun', input.dryRun),
          ...idempotencyOf('updateProfile', input),
        }),
      (changed) => this.#changed(caller, cluster, changed),
    );
  }

  @Mutation(() => DeleteProfilePayload, {
    description:
      'Deletes a scheduler profile. New runs do not use it; its versions stay. Deleting a profile named ' +
      'default-scheduler restores the default profile.',
  })
  deleteProfile(
    @Args('input', { description: 'The profile.' }) input: DeleteProfileInput,
    @Caller() caller: Caller,
  ): Promise<DeleteProfilePayload> {
    const cluster = clusterRef(input.clusterId);
    return mutate(
      input,
      () =>
        this.profiles.delete(caller, cluster, {
          name: input.name,
          ...onlyIf(input),
          ...idempotencyOf('deleteProfile', input),
        }),
      (deleted) => this.#changed(caller, cluster, deleted),
    );
  }

  @Mutation(() => ImportSchedulerConfigurationPayload, {
    description:
      'Creates or replaces all profiles of a KubeSchedulerConfiguration, or the one of a legacy Policy; if ' +
      'one is invalid, none. Profiles that it does not name stay unchanged.',
  })
  importSchedulerConfiguration(
    @Args('input', { description: 'The configuration.' }) input: ImportSchedulerConfigurationInput,
    @Caller() caller: Caller,
  ): Promise<ImportSchedulerConfigurationPayload> {
    const cluster = clusterRef(input.clusterId);
    return mutate(
      input,
      async () => {
        const configuration = await readConfigurationText(input.configuration);
        return this.profiles.import(caller, cluster, {
          configuration,
          field: 'configuration',
          ...idempotencyOf('importSchedulerConfiguration', input),
        });
      },
      async (report) => {
        const { id } = accepted(await this.clusters.get(caller, cluster));
        return {
          report: {
            ...report,
            ignored: [...report.ignored],
            profiles: report.profiles.map((one) => new ProfileModel({ cluster: id }, one)),
          },
        };
      },
    );
  }

  /** Global ids hold the cluster's id, where callers may give its name. */
  async #changed(
    caller: Caller,
    cluster: string,
    profile: ProfileVersion,
  ): Promise<{ readonly profile: ProfileModel }> {
    return { profile: new ProfileModel({ cluster: accepted(await this.clusters.get(caller, cluster)).id }, profile) };
  }
}

/** The history of a profile. */
@Resolver(() => ProfileModel)
export class ProfileVersionsResolver {
  constructor(private readonly profiles: ProfileService) {}

  @ResolveField(() => ProfileConnection, {
    description: 'All versions of its name, latest first; includes versions that were given with a run.',
  })
  async versions(
    @Parent() { place, name }: ProfileModel,
    @Args() page: PageArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<ProfileModel>> {
    return pageOf(accepted(await this.profiles.versions(caller, place.cluster, name)), {
      place,
      page,
      list: `versions of ${name}`,
      order: LATEST_FIRST,
    });
  }
}

interface ProfileList {
  readonly place: ClusterPlace;
  readonly page: PageArgs;
  readonly list: string;
  readonly order: ProfileOrder;
}

function pageOf(all: readonly ProfileVersion[], { place, page, list, order }: ProfileList): Connection<ProfileModel> {
  const request = pageRequest(page, list, ['text'], ([key = '']) => key);
  const { items, hasNext, hasPrevious } = pageOfAll(all, request, order.compare);
  return connection({
    items,
    more: hasNext,
    continued: hasPrevious,
    totalCount: all.length,
    cursor: (profile) => writeCursor(list, order.keyOf(profile)),
    node: (profile) => new ProfileModel(place, profile),
  });
}

function onlyIf({ resourceVersion }: { readonly resourceVersion?: string | null }): {
  readonly conditions?: WriteConditions;
} {
  return typeof resourceVersion === 'string' ? { conditions: { match: [resourceVersion] } } : {};
}
