import type { Caller } from '#database';

/** The authenticated principal, and as what they act: a key, or a person by their issuer. */
export interface Principal extends Pick<Caller, 'team' | 'roles' | 'only'> {
  /** `key:<id>`, `oidc:<issuer>#<subject>` or `anonymous`. */
  readonly id: string;
  /** As a person would name them. */
  readonly name: string;
  readonly teamName: string;
  /** Milliseconds since 1970; undefined where it does not end. */
  readonly expiresAt: number | undefined;
}

/**
 * The request is not authenticated. `detail` says what its sender can see or already knows: the form of the header and
 * of the key, and to the holder of the right secret that the key has expired. It never says whether a key exists.
 */
export class Unauthenticated extends Error {
  constructor(readonly detail = NO_HEADER) {
    super(detail);
  }
}

const NO_HEADER = 'the request has no header `Authorization: Bearer KEY`, or an empty one';

/** The token is valid, and its bearer acts for no team: they are in none, not in the one they name, or in several. */
export class NoTeam extends Unauthenticated {}
