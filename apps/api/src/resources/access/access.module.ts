import { Operations } from '../../ground/operation/index.js';
import { createKey, listKeys, revokeKey } from './keys.operations.js';
import { createGrant, getNamespaceTeam, listGrants, removeGrant, setNamespaceTeam } from './sharing.operations.js';
import { addMember, createTeam, listAccessLog, listMembers, listTeams, removeMember } from './teams.operations.js';
import { TeamsResolver } from './teams.resolver.js';
import { whoami } from './whoami.operations.js';

const TEAMS = [listTeams, createTeam, listMembers, addMember, removeMember, listAccessLog];
const KEYS = [listKeys, createKey, revokeKey];
const SHARING = [listGrants, createGrant, removeGrant, getNamespaceTeam, setNamespaceTeam];

@Operations([...TEAMS, ...KEYS, ...SHARING, whoami], { providers: [TeamsResolver] })
export class AccessModule {}
