import { ownField } from '#json';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import { Unauthenticated } from './principal.js';

/** Whose tokens are taken, and what they must say. */
export interface OidcSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Of signatures, such as `RS256`; no others are looked at. */
  readonly algorithms: readonly string[];
  /** Where the issuer's keys are; undefined: where its discovery document says. */
  readonly jwksUri: string | undefined;
  /** The claim that names the groups of a person. */
  readonly groupsClaim: string;
}

/** A person, as the issuer names them. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly expiresAt: number;
}

const CLOCK_SKEW_SECONDS = 60;
/** A token is valid for a day at most, for its issuer may say more: one that is lost must not be good for years. */
const LONGEST_SECONDS = 24 * 60 * 60;
/** Of OpenID Connect: a subject has no more characters. */
const LONGEST_SUBJECT = 255;
/** Types of access tokens (RFC 9068) and ID tokens; a logout token has one of its own. */
const TYPES: readonly string[] = ['jwt', 'at+jwt'];
/** What Keycloak says in the claim `typ` of tokens that are no access tokens. */
const OTHER_TOKENS: readonly unknown[] = ['Refresh', 'Offline', 'Logout'];
/** How long after a request for the issuer's keys another is sent because of a token that names none of them. */
const COOLDOWN_MS = 30_000;
/** How long the issuer's keys are cached. */
const FRESH_MS = 10 * 60_000;
/** How long cached keys serve while the issuer does not answer. */
const OUTAGE_MS = 24 * 60 * 60_000;
const TIMEOUT_MS = 5_000;
/** So long it is not asked again after that. */
const SILENCE_MS = 5_000;

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

/** Reads bearer tokens of one issuer. */
export class OidcTokens {
  #remote: Promise<RemoteKeys> | undefined;
  #lastAnswer = 0;
  #silentUntil = 0;

  constructor(private readonly settings: OidcSettings) {}

  /** @throws Unauthenticated */
  async read(token: string): Promise<Person> {
    const { issuer, audience, algorithms } = this.settings;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.#keys, {
        issuer,
        audience,
        algorithms: [...algorithms],
        clockTolerance: CLOCK_SKEW_SECONDS,
        requiredClaims: ['sub', 'exp'],
      });
      requireAccessToken(payload, protectedHeader.typ);
      return this.#person(payload);
    } catch (error) {
      // Thrown after the signature was verified.
      if (error instanceof errors.JWTExpired) throw new Unauthenticated('the token has expired');
      if (error instanceof errors.JOSEError) throw new Unauthenticated(`the token is not valid: ${error.code}`);
      // The platform's, about a published key that cannot be used, such as one of 1,024 bits.
      if (error instanceof TypeError || error instanceof DOMException)
        throw new Unauthenticated('the token is not valid: the key of its issuer cannot be used with its algorithm');
      throw error;
    }
  }

  /** The issuer's keys; while it does not answer, those that it had. */
  readonly #keys: JWTVerifyGetKey = async (header, token) => {
    this.#remote ??= this.#connect();
    const remote = await this.#remote;
    try {
      const key = await remote(header, token);
      this.#lastAnswer = Date.now();
      return key;
    } catch (error) {
      const known = remote.jwks();
      const isOutage = !(error instanceof errors.JWKSNoMatchingKey);
      if (!isOutage || known === undefined || Date.now() - this.#lastAnswer > OUTAGE_MS) throw outage(error);
      return createLocalJWKSet(known)(header, token);
    }
  };

  /** Found once, for all who wait for it. */
  async #connect(): Promise<RemoteKeys> {
    try {
      return createRemoteJWKSet(new URL(await this.#location()), {
        cooldownDuration: COOLDOWN_MS,
        cacheMaxAge: FRESH_MS,
        timeoutDuration: TIMEOUT_MS,
        [customFetch]: (url, options) => this.#fetch(url, options),
      });
    } catch (error) {
      this.#remote = undefined;
      throw error;
    }
  }

  /**
   * An issuer that does not answer is left alone for a while: every caller would wait for its time-out, and strangers
   * could have it asked as often as they like.
   */
  async #fetch(url: string, options: RequestInit): Promise<Response> {
    if (Date.now() < this.#silentUntil) throw new Error('the issuer did not answer of late');
    const silent = (): void => {
      this.#silentUntil = Date.now() + SILENCE_MS;
    };
    try {
      const answer = await fetch(url, options);
      if (!answer.ok) silent();
      return answer;
    } catch (error) {
      silent();
      throw error;
    }
  }

  async #location(): Promise<string> {
    const { issuer, jwksUri } = this.settings;
    if (jwksUri !== undefined) return jwksUri;
    try {
      const answer = await this.#fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      const { jwks_uri: uri } = (await answer.json()) as { readonly jwks_uri?: unknown };
      if (typeof uri === 'string' && URL.canParse(uri)) return uri;
    } catch (error) {
      throw outage(error);
    }
    throw outage(new Error('the discovery document names no keys'));
  }

  #person(payload: JWTPayload): Person {
    const { exp = 0, email, preferred_username: username } = payload;
    const { issuer } = this.settings;
    const subject = subjectOf(payload);
    const groups = ownField(payload, this.settings.groupsClaim);
    const name = [username, email].find((one): one is string => typeof one === 'string' && one !== '') ?? subject;
    return {
      issuer,
      subject,
      // Names are chosen by their bearers: with the issuer none can be taken for a key called `admin`.
      name: `${name} (${issuer.replace(/^https?:\/\//, '')})`,
      groups: Array.isArray(groups) ? groups.filter((one) => typeof one === 'string') : [],
      expiresAt: (exp + CLOCK_SKEW_SECONDS) * 1_000,
    };
  }
}

/** @throws Unauthenticated for a token that is for something else than requests, or is valid for too long */
function requireAccessToken(payload: JWTPayload, type: string | undefined): void {
  const { exp = 0, iat, events, typ } = payload;
  const shortType = type?.toLowerCase().replace(/^application\//, '') ?? 'jwt';
  if (!TYPES.includes(shortType) || events !== undefined || OTHER_TOKENS.includes(typ))
    throw new Unauthenticated('the token is not valid: it is no access token and no ID token');
  const from = typeof iat === 'number' ? iat : Date.now() / 1_000 - CLOCK_SKEW_SECONDS;
  if (exp - from > LONGEST_SECONDS)
    throw new Unauthenticated(`the token is not valid: it is valid for more than ${LONGEST_SECONDS / 3_600} hours`);
}

/** @throws Unauthenticated for a subject that is none: a number, or a text that cannot be stored or shown */
function subjectOf({ sub }: JWTPayload): string {
  const subject: unknown = sub;
  const isText = typeof subject === 'string' && subject !== '' && subject.length <= LONGEST_SUBJECT;
  if (!isText || /\p{Cc}|\p{Surrogate}/u.test(subject))
    throw new Unauthenticated(
      'the token is not valid: `sub` is no text of 1 to 255 characters without control characters',
    );
  return subject;
}

/** An error of jose's own stays as it is; everything else means that the issuer cannot be reached. */
function outage(error: unknown): Error {
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSTimeout) return error;
  return new errors.JWKSTimeout('the keys of the issuer cannot be read', { cause: error });
}
