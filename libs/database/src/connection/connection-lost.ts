/** The connection died while it was used; the cause is what was noticed of it first. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  /** SQLSTATE connection_failure. */
  readonly code = '08006';
}
