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
    description: 'The keys of the team by id, without their secrets; includes revoked and expired keys.',
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
      'Creates a key. Only this payload contains the key: the service stores the hash of its secret. To ' +
      'replace a key, create another one of the same name, and revoke the old one when no client uses it ' +
      'any more.',
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
    description: 'Revokes a key. Within 5 s every process refuses the key and closes its connections.',
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
