import type { Change, Controller, ControllerContext, ControllerEntry } from '../../engine/index.js';
import { keyOf, ofKey } from '../../state/index.js';

/** How long an Event is kept after its last change. // as kube-apiserver --event-ttl */
const TTL_MS = 3_600_000;

/** Removes Events after an hour, as the API server does. Timers: one an Event. */
class EventExpiry implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  noticed({ op, object }: Change): Iterable<string> {
    if (object.kind === 'Event' && op !== 'delete') this.#context.wakeAt(keyOf(object), this.#context.now + TTL_MS);
    return [];
  }

  sync(key: string): void {
    const event = this.#context.state.get('Event', ...ofKey(key));
    if (event !== undefined) this.#context.delete(event);
  }
}

export const eventExpiry: ControllerEntry = { name: 'event-expiry', make: (context) => new EventExpiry(context) };
