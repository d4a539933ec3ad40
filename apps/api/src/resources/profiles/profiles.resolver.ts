import type { OnModuleInit } from '@nestjs/common';
import { Args, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { Outcome } from '#requests';
import { ProfileService, type ProfileVersion } from '#scheduling';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import { NodeTypes } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { PROFILE_ID, ProfileModel } from './profiles.model.js';

/** A profile by its name, maybe in another version, or by its global id. */
@Resolver(() => ClusterModel)
export class ProfileResolver implements OnModuleInit {
  constructor(
    private readonly profiles: ProfileService,
    private readonly types: NodeTypes,
  ) {}

  onModuleInit(): void {
    this.types.register(PROFILE_ID, async ({ caller }, { cluster, digest }) => {
      const outcome = await this.profiles.byDigest(caller, cluster, digest);
      return outcome.refused || outcome.value === undefined ? null : new ProfileModel({ cluster }, outcome.value);
    });
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
}
