/** What an entry of the log of access says. */
export interface SaidEntry {
  readonly action: string;
  readonly team: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A row of access, or a team: of a table, by its id; `said` is what the log says of such rows. */
export interface AccessRow {
  readonly table: 'api_keys' | 'grants' | 'namespace_teams' | 'team_members' | 'teams';
  readonly id: string;
  readonly team: string;
  readonly said: readonly unknown[];
  /** Of a key SHA-256 of the stored hash of its secret, hexadecimal; where it is not known, it is not there. */
  readonly secretDigest?: unknown;
}

/** Who has access to what, as the log of access says it. */
export class SaidAccess {
  readonly #rows = new Map<string, AccessRow>();

  follow({ action, team, details }: SaidEntry): void {
    const { key, member, grant, cluster, namespace, name, roles, role, expiresAt, issuer, subject, secretDigest } =
      details;
    switch (action) {
      case 'team.created':
        this.#set({ table: 'teams', id: team, team, said: [name] });
        break;
      case 'key.created':
        this.#set({
          table: 'api_keys',
          id: text(key),
          team,
          said: [name, roles, cluster, namespace, expiresAt, false],
          ...(secretDigest !== undefined && { secretDigest }),
        });
        break;
      case 'key.noted':
        this.#note(text(key), secretDigest);
        break;
      case 'key.revoked':
        this.#revoke(text(key));
        break;
      case 'member.added':
        this.#set({ table: 'team_members', id: text(member), team, said: [issuer, subject, roles] });
        break;
      case 'member.removed':
        this.#rows.delete(placeOf({ table: 'team_members', id: text(member).toLowerCase() }));
        break;
      case 'grant.created':
        this.#set({ table: 'grants', id: text(grant), team, said: [cluster, namespace, role] });
        break;
      case 'grant.removed':
        this.#rows.delete(placeOf({ table: 'grants', id: text(grant).toLowerCase() }));
        break;
      case 'namespace.given':
      case 'namespace.taken':
        this.#set({ table: 'namespace_teams', id: `${text(cluster)}/${text(namespace)}`, team, said: [] });
    }
  }

  /** What the log says of the row that has this one's place; forgotten, so that what is left has no row. */
  take(row: Pick<AccessRow, 'table' | 'id'>): AccessRow | undefined {
    const said = this.#rows.get(placeOf(row));
    this.#rows.delete(placeOf(row));
    return said;
  }

  /** Rows that there must be, and were not taken. */
  get left(): readonly AccessRow[] {
    return [...this.#rows.values()];
  }

  #set(row: AccessRow): void {
    this.#rows.set(placeOf(row), row);
  }

  #note(id: string, secretDigest: unknown): void {
    const created = this.#rows.get(placeOf({ table: 'api_keys', id }));
    if (created !== undefined) this.#set({ ...created, secretDigest });
  }

  #revoke(id: string): void {
    const created = this.#rows.get(placeOf({ table: 'api_keys', id }));
    if (created !== undefined) this.#set({ ...created, said: [...created.said.slice(0, -1), true] });
  }
}

function placeOf({ table, id }: Pick<AccessRow, 'table' | 'id'>): string {
  return `${table} ${id}`;
}

function text(value: unknown): string {
  return String(value);
}
