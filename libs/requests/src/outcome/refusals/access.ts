import { refusal, text } from './definition.js';
import { quoted } from './words.js';

const team = text('The id or name in the request.');

/** What asking for teams, keys and grants may meet. */
export const ACCESS = {
  TeamNotFound: refusal({
    code: 'TEAM_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such team',
    description: 'There is no such team, or the caller is not one of its admins.',
    fields: { team },
    detail: (values) => `team ${quoted(values.team)} not found`,
    input: ['teamId'],
  }),
  TeamUnknown: refusal({
    code: 'TEAM_UNKNOWN',
    category: 'unknownReference',
    title: 'The team in the request does not exist',
    description: 'The team in the request does not exist.',
    fields: { team },
    detail: (values) => `team ${quoted(values.team)} not found`,
    field: 'team',
  }),
  TeamNameTaken: refusal({
    code: 'TEAM_NAME_TAKEN',
    category: 'alreadyExists',
    title: 'Another team has the name',
    description: 'Another team has the name.',
    fields: { name: text('The name.') },
    detail: ({ name }) => `a team named ${quoted(name)} exists already`,
    field: 'name',
  }),
  MemberNotFound: refusal({
    code: 'MEMBER_NOT_FOUND',
    category: 'notFound',
    title: 'The team has no such member',
    description: 'The team has no such member.',
    fields: { member: text('The id in the request.') },
    detail: ({ member }) => `member ${quoted(member)} not found`,
    input: ['memberId'],
  }),
  MemberExists: refusal({
    code: 'MEMBER_EXISTS',
    category: 'alreadyExists',
    title: 'The user is a member already',
    description: 'The user is a member of the team already. To change the roles, remove the member first.',
    fields: { subject: text('The user at the issuer: `sub`.') },
    detail: ({ subject }) => `${quoted(subject)} is a member already`,
    field: 'subject',
  }),
  KeyNotFound: refusal({
    code: 'KEY_NOT_FOUND',
    category: 'notFound',
    title: 'The team has no such key',
    description: 'The team has no such key, or it was revoked.',
    fields: { key: text('The id in the request.') },
    detail: ({ key }) => `key ${quoted(key)} not found`,
    input: ['keyId'],
  }),
  KeyNameTaken: refusal({
    code: 'KEY_NAME_TAKEN',
    category: 'conflict',
    title: 'Two keys of this name are valid already',
    description: 'Two keys of this name are valid already, the maximum, so that one can replace the other.',
    fields: { name: text('The name.') },
    detail: ({ name }) => `two keys named ${quoted(name)} are valid already: revoke one of them`,
    field: 'name',
  }),
  GrantNotFound: refusal({
    code: 'GRANT_NOT_FOUND',
    category: 'notFound',
    title: 'The cluster has no such grant',
    description: 'The cluster has no such grant.',
    fields: { grant: text('The id in the request.') },
    detail: ({ grant }) => `grant ${quoted(grant)} not found`,
    input: ['grantId'],
  }),
  AlreadyGranted: refusal({
    code: 'ALREADY_GRANTED',
    category: 'alreadyExists',
    title: 'The role is granted already',
    description: 'The team has the role already.',
    fields: { team, role: text('The role.') },
    detail: (values) => `team ${quoted(values.team)} has the role ${values.role} there already`,
  }),
};
