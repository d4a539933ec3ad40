import { ROLES } from '#access';
import { z } from 'zod';
import { pageQuery } from '../../ground/http/index.js';

export const role = z.enum(ROLES);
const roles = z.array(role).min(1).max(ROLES.length);
const at = z.iso.datetime();
const namespaceName = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'must be the name of a namespace');

export const listQuery = z.strictObject({ ...pageQuery });

export const teamBody = z
  .strictObject({ name: z.string().describe('A DNS label, unique.') })
  .meta({ id: 'NewTeam', description: 'A team that is to be.' });

export const teamSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: at,
    createdBy: z.string().describe('The principal who made it.'),
  })
  .meta({ id: 'Team', description: 'Owner of clusters, namespaces and keys.' });

export const memberBody = z
  .strictObject({
    issuer: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Who issues their tokens: `iss`. The issuer that the service is set to trust when it is not given.'),
    subject: z.string().min(1).max(500).describe('How their issuer names them: `sub`.'),
    roles,
  })
  .meta({ id: 'NewMember', description: 'A person who is to be of the team.' });

export const memberSchema = z
  .object({ id: z.uuid(), issuer: z.string(), subject: z.string(), roles, createdAt: at, createdBy: z.string() })
  .meta({ id: 'Member', description: 'A person of a team, as their issuer of tokens names them.' });

export const keyBody = z
  .strictObject({
    name: z.string().min(1).max(100).describe('What it is for. Two of a name may be valid at once, no more.'),
    roles,
    cluster: z.string().optional().describe('The only cluster that it is good for, by id or name.'),
    namespace: namespaceName.optional().describe('The only namespace of that cluster.'),
    expiresInDays: z.int().min(1).max(3_660).default(90),
  })
  .refine(({ cluster, namespace }) => namespace === undefined || cluster !== undefined, {
    path: ['namespace'],
    error: 'is given with a cluster',
  })
  .meta({ id: 'NewApiKey', description: 'A key that is to be.' });

const shownKey = {
  id: z.string().describe('The part of the key that is no secret.'),
  name: z.string(),
  roles,
  clusterId: z.uuid().nullable(),
  namespace: z.string().nullable(),
  createdAt: at,
  createdBy: z.string(),
  expiresAt: at.nullable(),
  lastUsedAt: at.nullable().describe('To some minutes.'),
  revokedAt: at.nullable(),
};

export const keySchema = z.object(shownKey).meta({ id: 'ApiKey', description: 'A key, without its secret.' });

export const createdKeySchema = z
  .object({ ...shownKey, key: z.string().describe('The key itself: it is not kept, and not shown again.') })
  .meta({ id: 'CreatedApiKey', description: 'A key, this once with its secret.' });

export const grantBody = z
  .strictObject({
    team: z.string().describe('Id or name of the team.'),
    role,
    namespace: namespaceName.optional().describe('In this namespace alone.'),
  })
  .meta({ id: 'NewGrant', description: 'A role that another team is to have in a cluster.' });

export const grantSchema = z
  .object({
    id: z.uuid(),
    clusterId: z.uuid(),
    team: z.string(),
    teamId: z.uuid(),
    role,
    namespace: z.string().nullable(),
    createdAt: at,
    createdBy: z.string(),
  })
  .meta({ id: 'Grant', description: 'A role that another team has in a cluster, or in one namespace of it.' });

export const ownerBody = z
  .strictObject({ team: z.string().describe('Id or name of the team.') })
  .meta({ id: 'NewNamespaceTeam', description: 'Whose a namespace is to be.' });

export const ownerSchema = z
  .object({ namespace: z.string(), team: z.string().describe('Name of the team.') })
  .meta({ id: 'NamespaceTeam', description: 'Whose a namespace is.' });

export const whoamiSchema = z
  .object({
    principal: z.string().describe('`key:<id>`, `oidc:<issuer>#<subject>` or `anonymous`.'),
    actor: z.string(),
    team: z.string().describe('Name of the team.'),
    teamId: z.uuid(),
    roles: z.array(role),
    only: z
      .object({ cluster: z.uuid(), namespace: z.string().optional() })
      .optional()
      .describe('What alone the key is good for.'),
    expiresAt: at.nullable(),
  })
  .meta({ id: 'WhoAmI', description: 'As whom a request is taken.' });

export const accessEntrySchema = z
  .object({
    sequence: z.string(),
    at,
    action: z.string().describe('`key.created`, `key.revoked`, `grant.created` and so on.'),
    team: z.uuid().describe('The team that it is about.'),
    actor: z.string(),
    principal: z.string(),
    requestId: z.string(),
    details: z.record(z.string(), z.unknown()),
    hash: z.string().describe('Over this entry and the hash of the one before it, as hexadecimal.'),
  })
  .meta({ id: 'AccessLogEntry', description: 'A change of who may do what.' });

/** A page of these. */
export function pageOf<Item extends z.ZodType>(
  item: Item,
  id: string,
): z.ZodObject<{ items: z.ZodArray<Item>; nextPageToken: z.ZodOptional<z.ZodString> }> {
  return z
    .object({ items: z.array(item), nextPageToken: z.string().optional() })
    .meta({ id, description: 'A page of the list.' });
}
