/** How a door says that its caller has the answer already. Thrown, because nobody is to make it once more. */
export class NotModified extends Error {
  constructor() {
    super('the client has the present version');
  }
}
