import { isLoopback, type AuthenticatorOptions, type GroupRole, ROLES, type Role } from '#access';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SignInConfig } from '../resources/page/index.js';

/** Whether and how callers say who they are. */
export interface AccessConfig extends AuthenticatorOptions {
  /** The first key, where the operator gives it. */
  readonly adminKey: string | undefined;
  /** As which client readers of the page sign in at the issuer; undefined where they do not. */
  readonly signIn?: SignInConfig;
}

/** Of signatures with a public key: with any other, every reader of the public key could sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const text = z.string().min(1, 'must not be empty').optional();

const url = text.refine(
  (value) =>
    value === undefined || (URL.canParse(value) && /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(value)),
  'must be an https URL, or an http URL of localhost',
);

const groups = z
  .string()
  .default('')
  .transform((value, context): readonly GroupRole[] => {
    const entries = listed(value).map((entry) => /^([^=]+)=([^:]+):([a-z+]+)$/.exec(entry));
    const read = entries.map((parts) => {
      const [, group = '', team = '', roles = ''] = parts ?? [];
      return { group, team, roles: roles.split('+') as Role[] };
    });
    if (entries.includes(null) || read.some(({ roles }) => roles.some((role) => !ROLES.includes(role)))) {
      context.addIssue({ code: 'custom', message: 'must be entries such as `platform=default:admin+auditor`' });
      return z.NEVER;
    }
    return read;
  });

/** The settings of it, with what each means. */
export const accessSettings = {
  BERTH_AUTH: z
    .enum(['keys', 'off'], 'must be keys or off')
    .default('keys')
    .describe('keys: callers authenticate; off: every caller who reaches this machine has all permissions'),
  BERTH_ADMIN_KEY: text.describe('an admin key, added at start-up; default: the first start creates one'),
  BERTH_ADMIN_KEY_FILE: text.describe('a file that contains the admin key'),
  BERTH_OIDC_ISSUER: url.describe('an OpenID Connect issuer whose tokens are accepted'),
  BERTH_OIDC_AUDIENCE: text.describe('the audience that tokens must have'),
  BERTH_OIDC_CLIENT_ID: text.describe('the client id by which readers of the web page sign in at the issuer'),
  BERTH_OIDC_CLIENT_SECRET_FILE: text.describe('a file that contains the secret of this client; default: it has none'),
  BERTH_OIDC_SCOPE: z
    .string()
    .default('openid profile email')
    .describe('the scope that the sign-in of the web page requests'),
  BERTH_OIDC_JWKS_URI: url.describe("URL of the issuer's keys; default: the URL in the issuer's discovery document"),
  BERTH_OIDC_ALGORITHMS: z
    .string()
    .default('RS256,ES256,EdDSA')
    .refine((value) => listed(value).every((one) => ALGORITHMS.includes(one)), `must be of ${ALGORITHMS.join(', ')}`)
    .describe('accepted signature algorithms'),
  BERTH_OIDC_GROUPS_CLAIM: z.string().default('groups').describe('the claim that lists the groups of a caller'),
  BERTH_OIDC_GROUPS: groups.describe('roles that groups have in teams: `group=team:role+role`, comma-separated'),
};

type AccessSettings = z.infer<z.ZodObject<typeof accessSettings>>;

/** What is wrong with them together. */
export function accessProblems(
  settings: AccessSettings & { readonly BERTH_CORS_ORIGINS: string },
  host: string,
): string[] {
  const { BERTH_CORS_ORIGINS: origins } = settings;
  const { BERTH_AUTH: auth, BERTH_ADMIN_KEY: key, BERTH_ADMIN_KEY_FILE: file } = settings;
  const { BERTH_OIDC_ISSUER: issuer, BERTH_OIDC_AUDIENCE: audience } = settings;
  return [
    ...(auth === 'off' && !isLoopback(host)
      ? [`BERTH_AUTH=off: every caller who reaches ${host} would have all permissions: HOST must be a loopback address`]
      : []),
    ...(auth === 'off' && origins.split(',').some((one) => one.trim() === '*')
      ? ['BERTH_CORS_ORIGINS=*: every page of every site would have all permissions with BERTH_AUTH=off: list origins']
      : []),
    ...(key !== undefined && file !== undefined
      ? ['BERTH_ADMIN_KEY_FILE: must not be set together with BERTH_ADMIN_KEY']
      : []),
    ...((issuer === undefined) === (audience === undefined)
      ? []
      : ['BERTH_OIDC_AUDIENCE: must be set if, and only if, BERTH_OIDC_ISSUER is set']),
    ...(settings.BERTH_OIDC_CLIENT_ID !== undefined && issuer === undefined
      ? ['BERTH_OIDC_CLIENT_ID: requires BERTH_OIDC_ISSUER']
      : []),
  ];
}

/** @throws the error of the system call when the file of the key cannot be read */
export function accessOf(settings: AccessSettings): AccessConfig {
  const { BERTH_OIDC_ISSUER: issuer, BERTH_OIDC_AUDIENCE: audience, BERTH_ADMIN_KEY_FILE: file } = settings;
  return {
    mode: settings.BERTH_AUTH,
    adminKey: file === undefined ? settings.BERTH_ADMIN_KEY : readFileSync(file, 'utf8').trim(),
    ...(issuer !== undefined &&
      audience !== undefined && {
        oidc: {
          issuer,
          audience,
          algorithms: listed(settings.BERTH_OIDC_ALGORITHMS),
          jwksUri: settings.BERTH_OIDC_JWKS_URI,
          groupsClaim: settings.BERTH_OIDC_GROUPS_CLAIM,
          groups: settings.BERTH_OIDC_GROUPS,
        },
      }),
    ...signInOf(settings),
  };
}

function signInOf({
  BERTH_OIDC_ISSUER: issuer,
  BERTH_OIDC_CLIENT_ID: clientId,
  BERTH_OIDC_CLIENT_SECRET_FILE: file,
  BERTH_OIDC_SCOPE: scope,
}: AccessSettings): Pick<AccessConfig, 'signIn'> {
  if (issuer === undefined || clientId === undefined) return {};
  return {
    signIn: {
      issuer,
      clientId,
      clientSecret: file === undefined ? undefined : readFileSync(file, 'utf8').trim(),
      scope,
    },
  };
}

function listed(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
