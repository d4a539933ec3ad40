/**
 * Events as the source of a subscription: a consumer that returns it ends what they come from at once, also while it
 * waits for something to happen.
 */
export function eventIterator<Payload>(
  events: AsyncGenerator<Payload, undefined>,
  gone: AbortController,
): AsyncIterableIterator<Payload> {
  const back = (): Promise<IteratorResult<Payload>> => {
    gone.abort();
    return events.return(undefined);
  };
  return {
    next: () => events.next(),
    return: back,
    throw: back,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
