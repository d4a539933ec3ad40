/** How a door says that its caller has the answer already. Thrown, so that the answer is not computed again. */
export class NotModified extends Error {
  constructor() {
    super('the client has the present version');
  }
}
