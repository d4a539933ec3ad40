/** What an event of a watch is ordered by among those of other kinds. */
export interface EventOrder {
  readonly kind: string;
  /** The resourceVersion that the API server gives it. */
  readonly version: string;
}

/** Events may be in a store of their own, which counts for itself. // kube-apiserver --etcd-servers-overrides */
const OWN_STORE: ReadonlySet<string> = new Set(['Event']);
const DECIMAL = /^[1-9]\d{0,18}$/;

/**
 * The events in the order of their versions: each kind has a connection of its own, so that a binding may arrive before
 * the node that its scheduler knew, while an API server counts the changes of all kinds. The events of one kind stay
 * in their order, and those without a version, as the marks of lists are, where they are.
 */
export function inOrder<Event extends { readonly order?: EventOrder }>(events: readonly Event[]): readonly Event[] {
  const ordered: Event[] = [];
  let run: Versioned<Event>[] = [];
  for (const event of events) {
    const one = versioned(event);
    if (one !== undefined) {
      run.push(one);
      continue;
    }
    ordered.push(...merged(run), event);
    run = [];
  }
  return [...ordered, ...merged(run)];
}

interface Versioned<Event> {
  readonly event: Event;
  readonly kind: string;
  readonly version: bigint;
}

function versioned<Event extends { readonly order?: EventOrder }>(event: Event): Versioned<Event> | undefined {
  const { order } = event;
  if (order === undefined || OWN_STORE.has(order.kind) || !DECIMAL.test(order.version)) return undefined;
  return { event, kind: order.kind, version: BigInt(order.version) };
}

/** Of each kind the events in their order; of several kinds that with the lowest version first. */
function merged<Event>(run: readonly Versioned<Event>[]): Event[] {
  const kinds = new Map<string, Versioned<Event>[]>();
  for (const one of run) kinds.set(one.kind, [...(kinds.get(one.kind) ?? []), one]);
  if (kinds.size < 2) return run.map(({ event }) => event);
  const heads = [...kinds.values()].map((of) => ({ of, at: 0 }));
  return run.map(() => {
    let next: { readonly one: Versioned<Event>; readonly head: { at: number } } | undefined;
    for (const head of heads) {
      const one = head.of[head.at];
      if (one !== undefined && (next === undefined || one.version < next.one.version)) next = { one, head };
    }
    if (next === undefined) throw new Error('as many events go out as came in');
    next.head.at += 1;
    return next.one.event;
  });
}
