/** The first major version that has what the migrations use. */
const OLDEST_MAJOR = 15;

/** A server's version as its settings server_version_num and server_version give it. */
export interface ServerVersion {
  /** The major version times 10,000 plus the minor one: 180004 for 18.4. */
  readonly number: number;
  readonly name: string;
}

/** Why Berth cannot use a server of this version, in words; undefined when it can. */
export function oldServerProblem({ number, name }: ServerVersion): string | undefined {
  return number < OLDEST_MAJOR * 10_000
    ? `the server is PostgreSQL ${name}, and Berth needs ${OLDEST_MAJOR} or newer`
    : undefined;
}
