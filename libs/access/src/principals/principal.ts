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

/** The request is not authenticated. `detail` never says what was wrong with a key that might exist. */
export class Unauthenticated extends Error {
  constructor(readonly detail = 'the request has no valid key or token in its header `Authorization: Bearer ...`') {
    super(detail);
  }
}

/** The token is valid, and its bearer acts for no team: they are in none, not in the one they name, or in several. */
export class NoTeam extends Unauthenticated {}
