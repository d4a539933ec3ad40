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
  .meta({ id: 'NewTeam', description: 'A team to create.' });

export const teamSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: at,
    createdBy: z.string().describe('The principal who created it.'),
  })
  .meta({ id: 'Team', description: 'The owner of clusters, namespaces and keys.' });

export const memberBody = z
  .strictObject({
    issuer: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe("Issuer of the user's tokens: `iss`. Default: the trusted issuer of the service."),
    subject: z.string().min(1).max(500).describe('The user at the issuer: `sub`.'),
    roles,
  })
  .meta({ id: 'NewMember', description: 'A user to add to the team.' });

export const memberSchema = z
  .object({ id: z.uuid(), issuer: z.string(), subject: z.string(), roles, createdAt: at, createdBy: z.string() })
  .meta({ id: 'Member', description: 'A member of a team: a user, as the issuer of their tokens names them.' });

export const keyBody = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(100)
      .describe('Purpose of the key. At most two valid keys of a team may have the same name.'),
    roles,
    cluster: z.string().optional().describe('Restricts the key to this cluster, by id or name.'),
    namespace: namespaceName.optional().describe('Restricts the key to this namespace of that cluster.'),
    expiresInDays: z.int().min(1).max(3_660).default(90),
  })
  .refine(({ cluster, namespace }) => namespace === undefined || cluster !== undefined, {
    path: ['namespace'],
    error: 'requires a cluster',
  })
  .meta({ id: 'NewApiKey', description: 'A key to create.' });

const shownKey = {
  id: z.string().describe('The id of the key, which is not part of its secret.'),
  name: z.string(),
  roles,
  clusterId: z.uuid().nullable(),
  namespace: z.string().nullable(),
  createdAt: at,
  createdBy: z.string(),
  expiresAt: at.nullable(),
  lastUsedAt: at.nullable().describe('Accurate to some minutes.'),
  revokedAt: at.nullable(),
};

export const keySchema = z.object(shownKey).meta({ id: 'ApiKey', description: 'A key, without its secret.' });

export const createdKeySchema = z
  .object({
    ...shownKey,
    key: z.string().describe('The key with its secret, which is not stored and not shown again.'),
  })
  .meta({ id: 'CreatedApiKey', description: 'A key with its secret.' });

export const grantBody = z
  .strictObject({
    team: z.string().describe('Id or name of the team.'),
    role,
    namespace: namespaceName.optional().describe('Restricts the grant to this namespace.'),
  })
  .meta({ id: 'NewGrant', description: 'A role to grant to another team in a cluster.' });

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
  .meta({ id: 'Grant', description: 'A role of another team in a cluster or in a namespace of it.' });

export const ownerBody = z
  .strictObject({ team: z.string().describe('Id or name of the team.') })
  .meta({ id: 'NewNamespaceTeam', description: 'A namespace to assign to a team.' });

export const ownerSchema = z
  .object({ namespace: z.string(), team: z.string().describe('Name of the team.') })
  .meta({ id: 'NamespaceTeam', description: 'A namespace and the team that owns it.' });

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
      .describe('The restriction of the key.'),
    expiresAt: at.nullable(),
  })
  .meta({ id: 'WhoAmI', description: 'The caller of a request.' });

export const accessEntrySchema = z
  .object({
    sequence: z.string(),
    at,
    action: z.string().describe('The type of change: `key.created`, `key.revoked`, `grant.created` and so on.'),
    team: z.uuid().describe('The team that the change is about.'),
    actor: z.string(),
    principal: z.string(),
    requestId: z.string(),
    details: z.record(z.string(), z.unknown()),
    hash: z.string().describe('SHA-256 over this entry and the hash of the previous one, hexadecimal.'),
  })
  .meta({ id: 'AccessLogEntry', description: 'A change of permissions.' });

/** A page of these. */
export function pageOf<Item extends z.ZodType>(
  item: Item,
  id: string,
): z.ZodObject<{ items: z.ZodArray<Item>; nextPageToken: z.ZodOptional<z.ZodString> }> {
  return z
    .object({ items: z.array(item), nextPageToken: z.string().optional() })
    .meta({ id, description: 'A page of the access log.' });
}
