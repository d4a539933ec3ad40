import { KeyService } from '#access';
import { Args, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller } from '../../ground/caller/index.js';
import { clusterRef } from '../clusters/index.js';
import { mutate, PageArgs, requestOf, type Connection } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { CreateKeyInput, CreateKeyPayload, RevokeKeyInput, RevokeKeyPayload } from './access.inputs.js';
import { ApiKeyConnection, ApiKeyModel, TeamModel, teamRef } from './access.model.js';
import { keyBody } from './access.schema.js';
import { connected } from './connected.js';
import { shownKey } from './shown.js';

/** Keys of teams. */
@Resolver(() => TeamModel)
export class KeysResolver {
  constructor(private readonly service: KeyService) {}

  @ResolveField(() => ApiKeyConnection, {
    description: 'Its keys, by id, without their secrets; revoked and expired ones too.',
  })
  keys(
    @Parent() { uid }: TeamModel,
    @Args() args: PageArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<ApiKeyModel>> {
    return connected(args, {
      list: 'keys',
      part: 'text',
      read: async (page) => accepted(await this.service.list(caller, uid, page)),
      placeOf: ({ id }) => id,
      show: (key) => new ApiKeyModel(shownKey(key)),
    });
  }

  @Mutation(() => CreateKeyPayload, {
    description:
      'Makes a key. The payload has it, and nothing shows it again: the hash of its secret is all that is kept. To ' +
      'replace one, make another of the same name, and revoke the first when nobody uses it any more.',
  })
  createKey(
    @Args('input', { description: 'The key.' }) input: CreateKeyInput,
    @Caller() caller: Caller,
  ): Promise<CreateKeyPayload> {
    return mutate(
      input,
      () => {
        const { cluster, ...wanted } = requestOf(keyBody, input);
        const only = cluster === undefined ? {} : { cluster: clusterRef(cluster) };
        return this.service.create(caller, teamRef(input.teamId), { ...withoutUndefined(wanted), ...only });
      },
      ({ key, ...made }) => ({ apiKey: new ApiKeyModel(shownKey(made)), key }),
    );
  }

  @Mutation(() => RevokeKeyPayload, {
    description:
      'Revokes a key. It is good for nothing any more, in every process within 5 s; what is open with it ends.',
  })
  revokeKey(
    @Args('input', { description: 'The key.' }) input: RevokeKeyInput,
    @Caller() caller: Caller,
  ): Promise<RevokeKeyPayload> {
    return mutate(
      input,
      () => this.service.revoke(caller, teamRef(input.teamId), input.keyId),
      (key) => ({ apiKey: new ApiKeyModel(shownKey(key)) }),
    );
  }
}
