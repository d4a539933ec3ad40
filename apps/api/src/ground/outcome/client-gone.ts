/**
 * Why work ends that no caller waits for. Made where the connection of a caller is read or written, and nowhere
 * else: the codes of its errors are those of the database's connections too, and would be taken for an outage.
 */
export class ClientGone extends Error {
  constructor() {
    super('the client has gone away');
  }
}
