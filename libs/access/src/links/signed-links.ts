import { hkdfSync } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { Unauthenticated, type Authenticator } from '../principals/index.js';
import type { Caller, Role } from '#database';
import { ok, refuse, type Outcome } from '#requests';

/** What a link leads to. */
export interface LinkedFile {
  readonly kind: 'export' | 'result';
  /** Of the operation, or of the result of a schedule. */
  readonly id: string;
  /** Of a result: the form of its rows. */
  readonly format?: string;
}

/** With whose rights a link is followed, at most. */
export type LinkHolder = Pick<Caller, 'team' | 'principal' | 'actor' | 'roles'>;

/** What links are made with. */
export interface LinkMeans {
  /** At least 32 random bytes, the same in all processes on a database. */
  readonly key: Uint8Array;
  readonly authenticator: Pick<Authenticator, 'current'>;
  /** Where clients reach the service, without a `/` at its end. */
  readonly publicUrl: string | undefined;
}

/** Who follows a link is not known: it stands for its holder. */
type Follower = Pick<Caller, 'requestId' | 'client' | 'reason' | 'signal'>;

const PURPOSE = 'berth links';
const ALGORITHM = 'HS256';
const TYPE = 'berth-link';

interface Claims {
  readonly kind: LinkedFile['kind'];
  readonly format?: string;
  readonly team: string;
  readonly principal: string;
  readonly actor: string;
  readonly roles: readonly Role[];
}

/**
 * Links that stand for the access of their holder to one file, until they expire: JSON Web Tokens, signed with a key of
 * the service (HMAC-SHA-256). Nothing of them is stored. When a link is followed, its holder must still hold a role
 * that they held when it was made, so what they lose the link loses.
 */
export class SignedLinks {
  readonly #key: Uint8Array;

  constructor(private readonly means: LinkMeans) {
    this.#key = new Uint8Array(hkdfSync('sha256', means.key, '', PURPOSE, 32));
  }

  /** Where the file is read: below the URL of the service, or a path where that is not known. */
  async urlOf(holder: LinkHolder, file: LinkedFile, expiresAt: Date): Promise<string> {
    return `${this.means.publicUrl ?? ''}/v1/linked-file?link=${await this.sign(holder, file, expiresAt)}`;
  }

  /** A text without characters that a URL escapes. */
  sign(
    { team, principal, actor, roles }: LinkHolder,
    { id, kind, format }: LinkedFile,
    expiresAt: Date,
  ): Promise<string> {
    const claims = { kind, ...(format !== undefined && { format }), team, principal, actor, roles };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setSubject(id)
      .setExpirationTime(expiresAt)
      .sign(this.#key);
  }

  /** What a link leads to, and on whose behalf it is read now. */
  async open(
    link: string,
    follower: Follower,
  ): Promise<Outcome<{ readonly file: LinkedFile; readonly caller: Caller }>> {
    const read = await this.#read(link);
    if (read.refused) return read;
    const { id, kind, format, team, principal, actor, roles } = read.value;
    try {
      const { roles: held, only, team: of } = await this.means.authenticator.current(principal, team);
      const left = roles.filter((role) => held.includes(role));
      if (left.length === 0 || of !== team) return refused(`${actor}, who made it, holds no role any more`);
      const caller = { ...follower, team, principal, actor, roles: left, ...(only !== undefined && { only }) };
      return ok({ file: { id, kind, ...(format !== undefined && { format }) }, caller });
    } catch (error) {
      if (error instanceof Unauthenticated) return refused(`${actor}, who made it, has no access any more`);
      throw error;
    }
  }

  async #read(link: string): Promise<Outcome<Claims & { readonly id: string }>> {
    try {
      const { payload } = await jwtVerify<Claims>(link, this.#key, {
        ...{ algorithms: [ALGORITHM], typ: TYPE, requiredClaims: ['exp', 'sub'] },
      });
      return ok({ ...payload, id: payload.sub ?? '' });
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        return refused(`it expired at ${new Date((error.payload.exp ?? 0) * 1_000).toISOString()}`);
      if (error instanceof errors.JOSEError) return refused('it is incomplete or altered, or another service made it');
      throw error;
    }
  }
}

function refused(reason: string): Outcome<never> {
  return refuse({ kind: 'LinkRefused', reason });
}
