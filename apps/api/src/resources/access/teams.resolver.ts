import { TeamService } from '#access';
import type { OnModuleInit } from '@nestjs/common';
import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { Caller } from '../../ground/caller/index.js';
import { NodeTypes } from '../../ground/graphql/index.js';
import { TEAM_ID, TeamModel, teamRef } from './access.model.js';
import { shownTeam } from './shown.js';

/** One team. */
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

  async #find(caller: Caller, team: string): Promise<TeamModel | null> {
    const outcome = await this.teams.get(caller, team);
    return outcome.refused ? null : new TeamModel(shownTeam(outcome.value));
  }
}
