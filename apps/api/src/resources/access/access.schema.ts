import { ID } from '@nestjs/graphql';
import { ROLES } from '#access';
import { z } from 'zod';
import { component, enumOf, shown } from '../../ground/graphql/index.js';
import { pageQuery } from '../../ground/http/index.js';

export const role = z.enum(ROLES);
enumOf(role, {
  name: 'Role',
  description: 'A role in a team, a cluster or a namespace.',
  words: {
    viewer: 'Read.',
    editor: 'Read; write objects, profiles and clusters.',
    scheduler: 'Read; schedule, bind.',
    mirror: 'Send what happens in a real cluster to the cluster that follows it; no reading.',
    monitor: 'In the team that runs the service: read its metrics; no other reading.',
    auditor: 'Read everything; also the access log, proofs, archives, verification and replays.',
    admin: 'Everything except what requires `auditor`; members, keys, grants, deleting clusters.',
  },
});

const roles = z.array(role).min(1).max(ROLES.length);
const at = z.iso.datetime();
const uuid = z.uuid().describe('A UUID.');
const createdAt = at.describe('When it was created.');
const createdBy = z.string().describe('The principal who created it.');
const onlyNamespace = z.string().nullable().describe('The only namespace of the key; null for all namespaces.');
/** Texts that are shown in lists and logs: without control characters, which terminals would obey. */
const line = z
  .string()
  .refine((text) => !/[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text), {
    message: 'must not have control characters',
  });
const namespaceName = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'must be the name of a namespace');

export const listQuery = z.strictObject({ ...pageQuery });

export const teamBody = z
  .strictObject({ name: z.string().describe('A DNS label, unique.') })
  .meta({ id: 'NewTeam', description: 'A team to create.' });

export const teamSchema = z
  .object({ id: z.uuid(), name: z.string().describe('A DNS label, unique.'), createdAt, createdBy })
  .meta({ id: 'Team', description: 'The owner of clusters, namespaces and keys.' });

export const memberBody = z
  .strictObject({
    issuer: line
      .min(1)
      .max(500)
      .optional()
      .describe("Issuer of the user's tokens: `iss`. Default: the trusted issuer of the service."),
    subject: line.min(1).max(255).describe('The user at the issuer: `sub`.'),
    roles: roles.describe('Roles in the team. Granting `auditor` requires `auditor`.'),
  })
  .meta({ id: 'NewMember', description: 'A user to add to the team.' });

export const memberSchema = component(
  'Member',
  'A member of a team: a user, as the issuer of their tokens names them.',
  {
    id: shown(uuid, { type: () => String }),
    issuer: z.string().describe("Issuer of the member's tokens: `iss`."),
    subject: z.string().describe('The user at the issuer: `sub`.'),
    roles: roles.describe('Roles in the team.'),
    createdAt: at.describe('When the member was added.'),
    createdBy: z.string().describe('The principal who added the member.'),
  },
);

export const keyBody = z
  .strictObject({
    name: line.min(1).max(100).describe('Purpose of the key. At most two valid keys of a team may have the same name.'),
    roles: roles.describe('Roles of the key. Granting `auditor` requires `auditor`.'),
    cluster: z.string().optional().describe('Restricts the key to this cluster, by id or name.'),
    namespace: namespaceName.optional().describe('Restricts the key to this namespace of that cluster.'),
    expiresInDays: z
      .int()
      .min(1)
      .max(3_660)
      .default(90)
      .describe('Days until the key expires, 1 to 3660. Default: 90.'),
  })
  .refine(({ cluster, namespace }) => namespace === undefined || cluster !== undefined, {
    path: ['namespace'],
    error: 'requires a cluster',
  })
  .meta({ id: 'NewApiKey', description: 'A key to create.' });

const shownKey = {
  id: z.string().describe('The id of the key, which is not part of its secret.'),
  name: z.string().describe('Purpose of the key.'),
  roles: roles.describe('Roles of the key.'),
  clusterId: shown(
    z.uuid().nullable().describe('The only cluster of the key; null if the key is for the whole team.'),
    { type: () => ID, description: 'Global id of the only cluster of the key; null if the key is for the whole team.' },
  ),
  namespace: onlyNamespace,
  createdAt,
  createdBy,
  expiresAt: at.nullable().describe('When it expires; null if it does not expire.'),
  lastUsedAt: at.nullable().describe('When it was last used, accurate to some minutes; null if it was never used.'),
  revokedAt: at.nullable().describe('When it was revoked; null if it was not revoked.'),
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
    role: role
      .refine((granted) => granted !== 'monitor', 'monitor is a role in the team default, not in a cluster')
      .describe('The role, any but `monitor`. Granting `auditor` requires `auditor`.'),
    namespace: namespaceName.optional().describe('Restricts the grant to this namespace.'),
  })
  .meta({ id: 'NewGrant', description: 'A role to grant to another team in a cluster.' });

export const grantSchema = component('Grant', 'A role of another team in a cluster or in a namespace of it.', {
  id: uuid,
  clusterId: shown(z.uuid(), { hidden: true }),
  team: z.string().describe('Name of the team that has the role.'),
  teamId: shown(z.uuid(), { hidden: true }),
  role: role.describe('The role of the team.'),
  namespace: z.string().nullable().describe('Restricts the grant to this namespace; null for the whole cluster.'),
  createdAt: at.describe('When it was granted.'),
  createdBy: z.string().describe('The principal who granted it.'),
});

export const ownerBody = z
  .strictObject({ team: z.string().describe('Id or name of the team.') })
  .meta({ id: 'NewNamespaceTeam', description: 'A namespace to assign to a team.' });

export const ownerSchema = z
  .object({ namespace: z.string().describe('The namespace.'), team: z.string().describe('Name of the team.') })
  .meta({ id: 'NamespaceTeam', description: 'A namespace and the team that owns it.' });

export const whoamiSchema = z
  .object({
    principal: z.string().describe('`key:<id>`, `oidc:<issuer>#<subject>` or `anonymous`.'),
    actor: z.string().describe('Name of the caller, as recorded in revisions.'),
    team: z.string().describe('Name of the team.'),
    teamId: z.uuid(),
    roles: z.array(role).describe('Roles in the team.'),
    only: z
      .object({ cluster: z.uuid(), namespace: z.string().optional() })
      .optional()
      .describe('The restriction of the key.'),
    expiresAt: at.nullable().describe('When the key or token expires; null if it does not expire.'),
  })
  .meta({ id: 'WhoAmI', description: 'The caller of a request.' });

export const accessEntrySchema = z
  .object({
    sequence: z.string().describe('Its sequence number in the access log of the service, from 1; a decimal integer.'),
    at: at.describe('When the change was made.'),
    action: z.string().describe('The type of change: `key.created`, `key.revoked`, `grant.created` and so on.'),
    team: z.uuid().describe('The team that the change is about.'),
    actor: z.string().describe('Name of the caller who made the change.'),
    principal: z.string().describe('The principal who made the change.'),
    requestId: z.string().describe('The id of the request that made the change.'),
    details: z.record(z.string(), z.unknown()).describe('What was granted or revoked; the fields depend on `action`.'),
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
