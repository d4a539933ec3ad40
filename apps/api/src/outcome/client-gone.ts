/** Why work ends that nobody waits for any more. */
export class ClientGone extends Error {
  constructor() {
    super('the client has gone away');
  }
}
