import { isLoopback, type AuthenticatorOptions, type GroupRole, ROLES, type Role } from '#access';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Whether and how callers say who they are. */
export interface AccessConfig extends AuthenticatorOptions {
  /** The first key, where the operator gives it. */
  readonly adminKey: string | undefined;
}

/** Of signatures with a public key: any other would let whoever reads the public key sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const text = z.string().min(1, 'must not be empty').optional();

const url = text.refine(
  (value) =>
    value === undefined || (URL.canParse(value) && /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(value)),
  'must be an https URL, or one of this machine',
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
    .describe('keys: callers say who they are; off: everybody who reaches this machine may do everything'),
  BERTH_ADMIN_KEY: text.describe('an admin key, added at the start; unset: one is made at the first start'),
  BERTH_ADMIN_KEY_FILE: text.describe('a file that has it'),
  BERTH_OIDC_ISSUER: url.describe('an issuer of OpenID Connect whose tokens are taken'),
  BERTH_OIDC_AUDIENCE: text.describe('the audience that they must be for'),
  BERTH_OIDC_JWKS_URI: url.describe('where its keys are; unset: where its discovery document says'),
  BERTH_OIDC_ALGORITHMS: z
    .string()
    .default('RS256,ES256,EdDSA')
    .refine((value) => listed(value).every((one) => ALGORITHMS.includes(one)), `must be of ${ALGORITHMS.join(', ')}`)
    .describe('signatures that are looked at'),
  BERTH_OIDC_GROUPS_CLAIM: z.string().default('groups').describe('the claim that names the groups of a person'),
  BERTH_OIDC_GROUPS: groups.describe('what groups hold in teams: `group=team:role+role`, joined by commas'),
};

type AccessSettings = z.infer<z.ZodObject<typeof accessSettings>>;

/** What is wrong with them together. */
export function accessProblems(settings: AccessSettings, host: string): string[] {
  const { BERTH_AUTH: auth, BERTH_ADMIN_KEY: key, BERTH_ADMIN_KEY_FILE: file } = settings;
  const { BERTH_OIDC_ISSUER: issuer, BERTH_OIDC_AUDIENCE: audience } = settings;
  return [
    ...(auth === 'off' && !isLoopback(host)
      ? [`BERTH_AUTH=off: everybody who reaches ${host} could do everything: HOST must be an address of loopback`]
      : []),
    ...(key !== undefined && file !== undefined ? ['BERTH_ADMIN_KEY_FILE: BERTH_ADMIN_KEY is given as well'] : []),
    ...((issuer === undefined) === (audience === undefined)
      ? []
      : ['BERTH_OIDC_AUDIENCE: an issuer and an audience are given together']),
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
  };
}

function listed(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
