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

  @ResolveField(() => GrantConnection, { description: 'The roles of other teams in the cluster, oldest grant first.' })
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
    description:
      'The team of a namespace; by default the team of the cluster. Null if the caller cannot see the ' + 'namespace.',
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
      'Grants a team a role in a cluster or in a namespace of it. A member of that team may do there what ' +
      'the role allows, as far as their roles in their own team allow the same; an admin of that team may ' +
      'do all of it. Granting `auditor` requires `auditor`.',
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

  @Mutation(() => RemoveGrantPayload, { description: 'Revokes a grant: the team no longer has the role.' })
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
      'Assigns a namespace to a team. The team sees it, and its members have there the roles that they have ' +
      'in the team, except `admin`.',
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
