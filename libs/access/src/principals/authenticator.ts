import { DEFAULT_TEAM_ID } from '../teams/index.js';
import { ROLES, SYSTEM_ROLE, type Caller, type Role, type Database, type Transaction } from '#database';
import { findKey, isKeyLike, isSecret, parseKey, touchKeys, type ApiKeyParts, type KnownKey } from '../keys/index.js';
import { ACCESS_TOPIC, membershipsOf, teamsNamed, type TeamRow } from '../teams/index.js';
import { OidcTokens, type OidcSettings, type Person } from './oidc.js';
import { NoTeam, Unauthenticated, type Principal } from './principal.js';

/** What members of a group of the issuer hold in a team. */
export interface GroupRole {
  readonly group: string;
  readonly team: string;
  readonly roles: readonly Role[];
}

/** How callers are authenticated. */
export interface AuthenticatorOptions {
  /** `off`: every caller may do everything. */
  readonly mode: 'keys' | 'off';
  readonly oidc?: OidcSettings & { readonly groups: readonly GroupRole[] };
}

/** How long answers of the database are cached, but for notifications: less than a revocation may take. */
const KNOWN_MS = 3_000;
/** How many keys, and how many people, are cached. */
const MOST_KNOWN = 10_000;
const TOUCH_MS = 60_000;

/** On whose behalf keys and members are looked up: no caller is authenticated yet. */
const LOOKUP: Caller = {
  team: DEFAULT_TEAM_ID,
  roles: [SYSTEM_ROLE],
  actor: 'berth',
  principal: 'system',
  requestId: 'authentication',
  client: 'berth',
  reason: '',
};

interface Known<T> {
  readonly value: T;
  readonly until: number;
}

/** Every caller, where authentication is off. */
const EVERYBODY: Principal = {
  id: 'anonymous',
  name: 'anonymous',
  team: DEFAULT_TEAM_ID,
  teamName: 'default',
  roles: ['admin', 'auditor'],
  expiresAt: undefined,
};

/** What a secret is compared with where there is no such key. */
const NO_SECRET = new Uint8Array(32);

/** Finds out whose request it is, by its key or token. */
export class Authenticator {
  readonly #oidc: OidcTokens | undefined;
  readonly #keys = new Map<string, Known<KnownKey | undefined>>();
  readonly #people = new Map<string, Known<readonly Membership[]>>();
  readonly #used = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => void) | undefined;

  constructor(
    private readonly database: Database,
    private readonly options: AuthenticatorOptions,
  ) {
    this.#oidc = options.oidc && new OidcTokens(options.oidc);
  }

  get isOff(): boolean {
    return this.options.mode === 'off';
  }

  /** Begins to listen for changes of access in other processes, and to note when keys were used. */
  start(): void {
    this.#stopListening = this.database.notifications.listen((topic) => {
      if (topic === ACCESS_TOPIC) this.#forget();
    });
    this.#timer = setInterval(() => void this.#touch(), TOUCH_MS).unref();
  }

  async stop(): Promise<void> {
    this.#stopListening?.();
    clearInterval(this.#timer);
    await this.#touch();
  }

  /**
   * The principal of a request, by its `Authorization`. A member of several teams names in `team` the one they act for:
   * no team is the default, because an admin of a team can make any person its member.
   * @throws Unauthenticated
   */
  async authenticate(authorization: string | undefined, team?: string): Promise<Principal> {
    if (this.isOff) return EVERYBODY;
    const token = bearerOf(authorization);
    const key = parseKey(token);
    if (key !== undefined) return this.#ofKey(key);
    if (isKeyLike(token)) throw new Unauthenticated(CUT);
    if (this.#oidc === undefined) throw new Unauthenticated(NO_KEY);
    return this.#ofPerson(await this.#oidc.read(token), team);
  }

  /**
   * What a principal holds now in a team, for what runs on their behalf without them. Of a person that is what they
   * hold as a member: groups are in their tokens alone.
   * @throws Unauthenticated where it is not valid any more
   */
  async current(id: string, team: string): Promise<Principal> {
    if (id === EVERYBODY.id) {
      if (this.isOff) return EVERYBODY;
      throw new Unauthenticated('it was created while authentication was off');
    }
    const [, keyId] = /^key:(.+)$/.exec(id) ?? [];
    if (keyId !== undefined) {
      const key = await this.#known(this.#keys, keyId, () => this.#read((tx) => findKey(tx, keyId)));
      if (key === undefined) throw new Unauthenticated('the key does not exist');
      if (key.revokedAt !== null) throw new Unauthenticated(`key ${keyId} was revoked`);
      return valid(key);
    }
    const [, issuer = '', subject = ''] = /^oidc:([^#]*)#(.*)$/s.exec(id) ?? [];
    const membership = (await this.#read((tx) => membershipsOf(tx, { issuer, subject }))).find(
      (one) => one.team.id === team,
    );
    if (membership === undefined) throw new Unauthenticated('they are not a member of the team');
    const { team: of, roles } = membership;
    return { id, name: subject, team: of.id, teamName: of.name, roles, expiresAt: undefined };
  }

  /**
   * The roles of a request that was accepted earlier which its principal still holds. A person keeps them: their groups
   * are in their tokens alone.
   * @throws Unauthenticated where the key is not valid any more
   */
  async remaining(id: string, roles: readonly Role[]): Promise<readonly Role[]> {
    if (id.startsWith('oidc:')) return roles;
    const { roles: held } = await this.current(id, '');
    return roles.filter((role) => held.includes(role));
  }

  async #ofKey({ id, secret }: ApiKeyParts): Promise<Principal> {
    const key = await this.#known(this.#keys, id, () => this.#read((tx) => findKey(tx, id)));
    const isRight = isSecret(secret, key?.secretHash ?? NO_SECRET);
    if (key === undefined || !isRight || key.revokedAt !== null) throw new Unauthenticated(WRONG);
    const principal = valid(key);
    this.#used.add(id);
    return principal;
  }

  async #ofPerson(person: Person, wanted: string | undefined): Promise<Principal> {
    const { issuer, subject, name, groups, expiresAt } = person;
    const known = JSON.stringify([issuer, subject, groups]);
    const memberships = await this.#known(this.#people, known, () => this.#memberships(person));
    const { team, roles } = only(
      memberships.filter(({ team: one }) => wanted === undefined || one.name === wanted || one.id === wanted),
    );
    return { id: `oidc:${issuer}#${subject}`, name, team: team.id, teamName: team.name, roles, expiresAt };
  }

  /** The roles of a person in each of their teams, as a member and by groups of the issuer; teams by name. */
  #memberships({ issuer, subject, groups }: Person): Promise<readonly Membership[]> {
    const byGroup = this.options.oidc?.groups.filter(({ group }) => groups.includes(group)) ?? [];
    return this.#read(async (tx) => {
      const own = await membershipsOf(tx, { issuer, subject });
      const names = [...own.map(({ team }) => team.name), ...byGroup.map(({ team }) => team)];
      const teams = await teamsNamed(tx, names);
      return teams.map((team) => {
        const there = [
          ...own.filter((one) => one.team.id === team.id).flatMap(({ roles }) => roles),
          ...byGroup.filter((one) => one.team === team.name).flatMap(({ roles }) => roles),
        ];
        return { team, roles: ROLES.filter((role) => there.includes(role)) };
      });
    });
  }

  async #known<T>(kept: Map<string, Known<T>>, id: string, read: () => Promise<T>): Promise<T> {
    const known = kept.get(id);
    if (known !== undefined && known.until > Date.now()) return known.value;
    const until = Date.now() + KNOWN_MS;
    const value = await read();
    if (kept.size >= MOST_KNOWN) kept.clear();
    kept.set(id, { value, until });
    return value;
  }

  #read<T>(fn: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.transaction(LOOKUP, fn, { readOnly: true });
  }

  #forget(): void {
    this.#keys.clear();
    this.#people.clear();
  }

  /** Once a minute and outside of requests: what cannot be stored now is stored with the next ones. */
  async #touch(): Promise<void> {
    const ids = [...this.#used];
    if (ids.length === 0) return;
    this.#used.clear();
    await this.database
      .transaction(LOOKUP, (tx) => touchKeys(tx, ids))
      .catch(() => {
        for (const id of ids) this.#used.add(id);
      });
  }
}

/** The principal of a key that was not revoked. @throws Unauthenticated when it has expired */
function valid(key: KnownKey): Principal {
  const expiresAt = key.expiresAt?.getTime();
  // The sender holds the secret, or acts for its holder: to them alone the end of the key is no news.
  if (expiresAt !== undefined && expiresAt <= Date.now())
    throw new Unauthenticated(`the key expired at ${new Date(expiresAt).toISOString()}; an admin can create another`);
  const { id, teamId: team, teamName, name, roles, clusterId: cluster, namespace } = key;
  const only = cluster === null ? {} : { only: { cluster, ...(namespace !== null && { namespace }) } };
  return { id: `key:${id}`, name, team, teamName, roles, ...only, expiresAt };
}

/** The token of a header. @throws Unauthenticated for a header of another form */
function bearerOf(authorization = ''): string {
  const [, token] = /^Bearer +([^\s]+)$/i.exec(authorization) ?? [];
  if (token !== undefined) return token;
  if (/^(Bearer)?\s*$/i.test(authorization)) throw new Unauthenticated();
  throw new Unauthenticated(
    isKeyLike(authorization)
      ? 'the header `Authorization` has a key without the word `Bearer` before it: `Authorization: Bearer KEY`'
      : 'the header `Authorization` is not `Bearer KEY`: the word, a space, and a key or token without spaces',
  );
}

const CUT = 'the key is incomplete or altered: it does not match its own checksum. Copy the whole key again';
const NO_KEY = 'the token is not a key of this service: keys start with `berth_`';
const WRONG = 'the key is not valid in this service: it does not exist here, or was revoked';

interface Membership {
  readonly team: TeamRow;
  readonly roles: readonly Role[];
}

/** @throws NoTeam where there is none, or it is not said which */
function only(memberships: readonly Membership[]): Membership {
  const [membership, ...others] = memberships;
  if (membership === undefined) throw new NoTeam('the token is valid, and its subject is in no such team');
  if (others.length === 0) return membership;
  const names = memberships.map(({ team }) => team.name).join(', ');
  throw new NoTeam(
    `the token is valid, and its subject is in several teams: the header X-Berth-Team must name one of ${names}`,
  );
}
