import { SharingService, type NamespaceOwner } from '#cluster';
import { Args, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel, clusterRef } from '../clusters/index.js';
import { mutate, PageArgs, requestOf, type Connection } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { accepted } from '../../ground/outcome/index.js';
import {
  CreateGrantInput,
  CreateGrantPayload,
  RemoveGrantInput,
  RemoveGrantPayload,
  SetNamespaceTeamInput,
  SetNamespaceTeamPayload,
} from './access.inputs.js';
import { GrantConnection, GrantModel, NamespaceTeamModel, teamRef } from './access.model.js';
import { grantBody, ownerBody } from './access.schema.js';
import { connected } from './connected.js';
import { shownGrant } from './shown.js';

/** Clusters that are shared, and whose their namespaces are. */
@Resolver(() => ClusterModel)
export class SharingResolver {
  constructor(private readonly sharing: SharingService) {}

  @ResolveField(() => GrantConnection, {
    description: 'What other teams may do in it, in the order in which it was granted.',
  })
  grants(
    @Parent() { uid }: ClusterModel,
    @Args() args: PageArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<GrantModel>> {
    return connected(args, {
      list: 'grants',
      part: 'id',
      read: async (page) => accepted(await this.sharing.grants(caller, uid, page)),
      placeOf: ({ id }) => id,
      show: (grant) => new GrantModel(shownGrant(grant)),
    });
  }

  @ResolveField(() => NamespaceTeamModel, {
    nullable: true,
    description: 'Whose a namespace is: that of the cluster, where nothing else was said; null when it is not seen.',
  })
  async namespaceTeam(
    @Parent() { uid }: ClusterModel,
    @Args('namespace', { description: 'The namespace.' }) namespace: string,
    @Caller() caller: Caller,
  ): Promise<NamespaceOwner | null> {
    const outcome = await this.sharing.ownerOf(caller, uid, namespace);
    return outcome.refused && outcome.refusal.kind === 'ObjectNotFound' ? null : accepted(outcome);
  }

  @Mutation(() => CreateGrantPayload, {
    description:
      'Gives a team a role in a cluster, or in one namespace of it. What its members may do is what they hold in ' +
      'their own team as well; its admins may do all of it. Whoever grants `auditor` is one.',
  })
  createGrant(
    @Args('input', { description: 'The grant.' }) input: CreateGrantInput,
    @Caller() caller: Caller,
  ): Promise<CreateGrantPayload> {
    return mutate(
      input,
      () => {
        const { team, ...wanted } = requestOf(grantBody, input);
        const grant = { ...withoutUndefined(wanted), team: teamRef(team) };
        return this.sharing.grant(caller, clusterRef(input.clusterId), grant);
      },
      (grant) => ({ grant: new GrantModel(shownGrant(grant)) }),
    );
  }

  @Mutation(() => RemoveGrantPayload, { description: 'Takes a grant back: from then on the team has it no longer.' })
  removeGrant(
    @Args('input', { description: 'The grant.' }) input: RemoveGrantInput,
    @Caller() caller: Caller,
  ): Promise<RemoveGrantPayload> {
    return mutate(
      input,
      () => this.sharing.takeBack(caller, clusterRef(input.clusterId), input.grantId),
      (grant) => ({ grant: new GrantModel(shownGrant(grant)) }),
    );
  }

  @Mutation(() => SetNamespaceTeamPayload, {
    description:
      'Gives a namespace to a team: it sees it, and may do in it what its members hold in the team, but administer.',
  })
  setNamespaceTeam(
    @Args('input', { description: 'The namespace.' }) input: SetNamespaceTeamInput,
    @Caller() caller: Caller,
  ): Promise<SetNamespaceTeamPayload> {
    return mutate(
      input,
      () => {
        const { namespace, clusterId } = input;
        const team = teamRef(requestOf(ownerBody, input).team);
        return this.sharing.give(caller, clusterRef(clusterId), { namespace, team });
      },
      (namespaceTeam) => ({ namespaceTeam }),
    );
  }
}
