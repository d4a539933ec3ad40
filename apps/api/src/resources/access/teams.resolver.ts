import { TeamService } from '#access';
import type { OnModuleInit } from '@nestjs/common';
import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller } from '../../ground/caller/index.js';
import { mutate, NodeTypes, PageArgs, requestOf, type Connection } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import {
  AddMemberInput,
  AddMemberPayload,
  CreateTeamInput,
  CreateTeamPayload,
  RemoveMemberInput,
  RemoveMemberPayload,
} from './access.inputs.js';
import {
  AccessLogConnection,
  AccessLogEntryModel,
  MemberConnection,
  TEAM_ID,
  TeamConnection,
  TeamModel,
  teamRef,
  type MemberModel,
} from './access.model.js';
import { memberBody, teamBody } from './access.schema.js';
import { connected } from './connected.js';
import { shownMember, shownTeam } from './shown.js';

/** Teams, the people in them, and the log of who was given what. */
@Resolver(() => TeamModel)
export class TeamsResolver implements OnModuleInit {
  constructor(
    private readonly teams: TeamService,
    private readonly types: NodeTypes,
  ) {}

  onModuleInit(): void {
    this.types.register(TEAM_ID, ({ caller }, { team }) => this.#find(caller, team));
  }

  @Query(() => TeamModel, {
    nullable: true,
    description: 'A team; null if it does not exist, or the caller is not one of its admins.',
  })
  team(
    @Args('id', { type: () => ID, description: 'The global id, plain id or name.' }) id: string,
    @Caller() caller: Caller,
  ): Promise<TeamModel | null> {
    return this.#find(caller, teamRef(id));
  }

  @Query(() => TeamConnection, {
    name: 'teams',
    description: "Teams by name: the caller's team; for admins of the default team, which runs the service, all teams.",
  })
  list(@Args() args: PageArgs, @Caller() caller: Caller): Promise<Connection<TeamModel>> {
    return connected(args, {
      list: 'teams',
      part: 'text',
      read: (page) => this.teams.list(caller, page),
      placeOf: ({ name }) => name,
      show: (team) => new TeamModel(shownTeam(team)),
    });
  }

  @Query(() => AccessLogConnection, {
    description:
      "Grants and revocations, newest first, of the caller's team and its clusters; for admins of the " +
      'default team, of all teams. Every entry contains the hash of the previous one, and verification ' +
      'checks all of them.',
  })
  accessLog(@Args() args: PageArgs, @Caller() caller: Caller): Promise<Connection<AccessLogEntryModel>> {
    return connected(args, {
      list: 'access-log',
      part: 'position',
      read: (page) => this.teams.log(caller, page),
      placeOf: ({ sequence }) => sequence,
      show: (entry) => new AccessLogEntryModel(entry),
    });
  }

  @ResolveField(() => MemberConnection, { description: 'The members of the team, oldest first.' })
  members(
    @Parent() { uid }: TeamModel,
    @Args() args: PageArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<MemberModel>> {
    return connected(args, {
      list: 'members',
      part: 'id',
      read: async (page) => accepted(await this.teams.members(caller, uid, page)),
      placeOf: ({ id }) => id,
      show: shownMember,
    });
  }

  @Mutation(() => CreateTeamPayload, {
    description:
      'Creates a team. Requires `admin` in the default team, which runs the service. The new team has no ' +
      'members, keys or clusters.',
  })
  createTeam(
    @Args('input', { description: 'The team.' }) input: CreateTeamInput,
    @Caller() caller: Caller,
  ): Promise<CreateTeamPayload> {
    return mutate(
      input,
      () => this.teams.create(caller, requestOf(teamBody, input).name),
      (team) => ({ team: new TeamModel(shownTeam(team)) }),
    );
  }

  @Mutation(() => AddMemberPayload, {
    description:
      'Adds a user to a team by the issuer and subject of their tokens. Granting `auditor` requires ' + '`auditor`.',
  })
  addMember(
    @Args('input', { description: 'The person.' }) input: AddMemberInput,
    @Caller() caller: Caller,
  ): Promise<AddMemberPayload> {
    return mutate(
      input,
      () => this.teams.addMember(caller, teamRef(input.teamId), requestOf(memberBody, input)),
      (member) => ({ member: shownMember(member) }),
    );
  }

  @Mutation(() => RemoveMemberPayload, {
    description: 'Removes a member from a team. Within seconds the service refuses their tokens for the team.',
  })
  removeMember(
    @Args('input', { description: 'The member.' }) input: RemoveMemberInput,
    @Caller() caller: Caller,
  ): Promise<RemoveMemberPayload> {
    return mutate(
      input,
      () => this.teams.removeMember(caller, teamRef(input.teamId), input.memberId),
      (member) => ({ member: shownMember(member) }),
    );
  }

  async #find(caller: Caller, team: string): Promise<TeamModel | null> {
    const outcome = await this.teams.get(caller, team);
    return outcome.refused ? null : new TeamModel(shownTeam(outcome.value));
  }
}
