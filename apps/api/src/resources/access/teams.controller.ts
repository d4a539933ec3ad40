import { TeamService, type AccessEntry } from '#access';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { valid, type ListPage } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import {
  accessEntrySchema,
  listQuery,
  memberBody,
  memberSchema,
  pageOf,
  teamBody,
  teamSchema,
} from './access.schema.js';
import { listed } from './listed.js';
import { shownMember, shownTeam } from './shown.js';

type PageQuery = z.output<typeof listQuery>;
type Team = z.output<typeof teamSchema>;
type Member = z.output<typeof memberSchema>;

@ApiTags('access')
@Controller('v1')
export class TeamsController {
  constructor(private readonly teams: TeamService) {}

  @Get('teams')
  @Described({
    id: 'listTeams',
    summary: 'List teams',
    description:
      "By name. Returns the caller's team; for admins of the default team, which runs the service, all " + 'teams.',
    query: listQuery,
    answer: { status: 200, description: 'A page of teams.', schema: pageOf(teamSchema, 'TeamPage') },
    problems: [ErrorCode.INVALID_REQUEST],
  })
  list(@Caller() caller: Caller, @Query(valid(listQuery)) query: PageQuery): Promise<ListPage<Team>> {
    return listed(query, 'teams', { place: 'text', read: (page) => this.teams.list(caller, page), show: shownTeam });
  }

  @Post('teams')
  @Described({
    id: 'createTeam',
    summary: 'Create a team',
    description:
      'Requires `admin` in the default team, which runs the service. The new team has no members, keys or ' +
      'clusters.',
    body: { schema: teamBody, example: { name: 'shop' } },
    answer: { status: 201, description: 'The team.', schema: teamSchema },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.TEAM_NAME_TAKEN],
  })
  async create(@Caller() caller: Caller, @Body(valid(teamBody)) { name }: z.output<typeof teamBody>): Promise<Team> {
    return shownTeam(accepted(await this.teams.create(caller, name)));
  }

  @Get('teams/:team/members')
  @Described({
    id: 'listMembers',
    summary: 'List members',
    description: 'The members of a team, oldest first.',
    query: listQuery,
    answer: { status: 200, description: 'A page of members.', schema: pageOf(memberSchema, 'MemberPage') },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.TEAM_NOT_FOUND],
  })
  members(
    @Caller() caller: Caller,
    @Param('team') team: string,
    @Query(valid(listQuery)) query: PageQuery,
  ): Promise<ListPage<Member>> {
    const read = async (page: Parameters<TeamService['members']>[2]) =>
      accepted(await this.teams.members(caller, team, page));
    return listed(query, ['members', team], { place: 'id', read, show: shownMember });
  }

  @Post('teams/:team/members')
  @Described({
    id: 'addMember',
    summary: 'Add a member',
    description: 'Adds a user by the issuer and subject of their tokens. Granting `auditor` requires `auditor`.',
    body: { schema: memberBody, example: { issuer: 'https://id.example', subject: 'ann', roles: ['editor'] } },
    answer: { status: 201, description: 'The member.', schema: memberSchema },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.TEAM_NOT_FOUND, ErrorCode.MEMBER_EXISTS],
  })
  async add(
    @Caller() caller: Caller,
    @Param('team') team: string,
    @Body(valid(memberBody)) member: z.output<typeof memberBody>,
  ): Promise<Member> {
    return shownMember(accepted(await this.teams.addMember(caller, team, member)));
  }

  @Delete('teams/:team/members/:member')
  @HttpCode(204)
  @Described({
    id: 'removeMember',
    summary: 'Remove a member',
    description: "Within seconds the service refuses the member's tokens for the team.",
    answer: { status: 204, description: 'The member is removed.' },
    problems: [ErrorCode.TEAM_NOT_FOUND, ErrorCode.MEMBER_NOT_FOUND],
  })
  async remove(@Caller() caller: Caller, @Param('team') team: string, @Param('member') id: string): Promise<void> {
    accepted(await this.teams.removeMember(caller, team, id));
  }

  @Get('access-log')
  @Described({
    id: 'listAccessLog',
    summary: 'List changes of permissions',
    description:
      "Grants and revocations, newest first, of the caller's team and its clusters; for admins of the " +
      'default team, of all teams. Every entry contains the hash of the previous one, and verification ' +
      'checks all of them.',
    query: listQuery,
    answer: { status: 200, description: 'A page of entries.', schema: pageOf(accessEntrySchema, 'AccessLogPage') },
    problems: [ErrorCode.INVALID_REQUEST],
  })
  log(@Caller() caller: Caller, @Query(valid(listQuery)) query: PageQuery): Promise<ListPage<AccessEntry>> {
    return listed(query, 'access-log', {
      place: 'position',
      read: (page) => this.teams.log(caller, page),
      show: (entry) => entry,
    });
  }
}
