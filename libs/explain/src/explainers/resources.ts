import type { PlacedPod, Status } from '#scheduler';
import { Budgets, cheapestFreeing, evictionOf, frees, namedPod } from '../eviction/index.js';
import { quantityOf, type Change, type Pair } from '../pair/index.js';
import type { Amounts, Cause } from './explainer.js';

const TOO_MANY_PODS = 'Too many pods';
const INSUFFICIENT = 'Insufficient ';
const PODS = 'pods';

/** What lacks of one resource, in the engine's integers. */
interface Account {
  readonly resource: string;
  readonly requested: bigint;
  readonly allocatable: bigint;
  readonly used: bigint;
  readonly heldOf: (pod: PlacedPod) => bigint;
}

/** NodeResourcesFit: one cause a resource; nominated pods that do not yield count as if they were there. */
export function explainResources(pair: Pair, { reasons }: Pick<Status, 'reasons'>): readonly Cause[] {
  return lackingResources([{ reasons }]).map((resource) =>
    causeOf(pair, accountFor(pair, resource), resource === PODS ? 'too many pods' : `insufficient ${resource}`),
  );
}

/** The resources of which these say that there is too little; `pods` are slots of pods. */
export function lackingResources(statuses: readonly Pick<Status, 'reasons'>[]): readonly string[] {
  const resources = statuses.flatMap(({ reasons }) =>
    reasons.flatMap((reason) => {
      if (reason === TOO_MANY_PODS) return [PODS];
      return reason.startsWith(INSUFFICIENT) ? [reason.slice(INSUFFICIENT.length)] : [];
    }),
  );
  return [...new Set(resources)];
}

/** What is missing of a resource for the pair; 0 or less where nothing is. */
export function missing(pair: Pair, resource: string): bigint {
  const { requested, allocatable, used } = accountFor(pair, resource);
  return requested - (allocatable - used);
}

/** How much a pod holds of a resource; of slots of pods, one. */
export function heldIn(pair: Pair, resource: string): (pod: PlacedPod) => bigint {
  return accountFor(pair, resource).heldOf;
}

function accountFor(pair: Pair, resource: string): Account {
  return resource === PODS ? podSlots(pair) : accountOf(pair, resource);
}

function accountOf({ snapshot, row, incoming, nominated }: Pair, resource: string): Account {
  const column = snapshot.resource(resource);
  const heldOf = ({ load }: PlacedPod): bigint => load.amounts.find(({ name }) => name === resource)?.exact ?? 0n;
  const promised = nominated.reduce((sum, pod) => sum + heldOf(pod), 0n);
  return {
    resource,
    requested: incoming.requests.find(({ name }) => name === resource)?.exact ?? 0n,
    allocatable: column?.allocatable.at(row) ?? 0n,
    used: (column?.requested.at(row) ?? 0n) + promised,
    heldOf,
  };
}

function podSlots({ snapshot, row, occupants }: Pair): Account {
  return {
    resource: PODS,
    requested: 1n,
    allocatable: BigInt(snapshot.allowedPods[row] ?? 0),
    used: BigInt(occupants.length),
    heldOf: () => 1n,
  };
}

function causeOf(pair: Pair, account: Account, text: string): Cause {
  const { resource, requested, allocatable, used, heldOf } = account;
  const free = allocatable - used;
  const lacking = requested - free;
  const amounts: Amounts = {
    resource,
    requested: quantityOf(resource, requested),
    free: quantityOf(resource, free),
    allocatable: quantityOf(resource, allocatable),
  };
  const holders = pair.occupants.filter((pod) => heldOf(pod) > 0n);
  const add: Change = {
    kind: 'addResource',
    node: pair.nodeName,
    resource,
    amount: quantityOf(resource, lacking),
    share: Number(lacking) / Number(requested),
  };
  const gone = requested > allocatable ? [] : fewestOf(pair, { lacking, heldOf, holders });
  const freed: readonly Change[] =
    gone.length === 0
      ? []
      : [
          {
            kind: 'freeResource',
            node: pair.nodeName,
            resource,
            amount: quantityOf(resource, lacking),
            ...evictionOf(gone, pair.snapshot),
          },
        ];
  return {
    text: `${text} (requested ${amounts.requested}, free ${amounts.free} of ${amounts.allocatable})`,
    amounts,
    heldBy: holders.map(namedPod),
    options: [[add], ...(freed.length === 0 ? [] : [freed])],
  };
}

/** A budget that is broken weighs as much as so many pods. */
const BUDGET_IN_PODS = 10;

/** The fewest pods that hold what lacks, with the fewest broken budgets; none where they do not hold it. */
function fewestOf(
  { snapshot }: Pair,
  { lacking, heldOf, holders }: Pick<Account, 'heldOf'> & { lacking: bigint; holders: readonly PlacedPod[] },
): readonly PlacedPod[] {
  const { pods, cost } = cheapestFreeing({
    budgets: new Budgets(snapshot),
    lacks: [{ lacking: Number(lacking), heldBy: (pod) => Number(heldOf(pod)), priceOf: () => Infinity }],
    candidates: holders.filter(frees),
    gone: [],
    costs: { pod: 1, budget: BUDGET_IN_PODS },
  });
  return Number.isFinite(cost) ? pods : [];
}
