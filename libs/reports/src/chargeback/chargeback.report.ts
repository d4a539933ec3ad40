import { sees } from '#access';
import { TimeSlice } from '#database';
import { decimalText, divideRounded, unitOf } from '../amounts/index.js';
import type { Frame } from '../frames/index.js';
import { compareGroups, POD_GROUPS, podGroups } from '../groups/index.js';
import { chosenBy, decimal, integer, key, number, orNull, report, text, type ByChoices } from '../report/index.js';
import { priceProblems, readPrices, type Price } from './prices.js';
import { KINDS, TakenOverTime, type GroupTaken } from './taken-over-time.js';
import { timedChanges } from './timed-changes.queries.js';

const { team, ...others } = POD_GROUPS;
const BY: ByChoices = { team, cluster: 'All pods together.', ...others };

/** Billionths times milliseconds, in one unit times a second: 9 + 3 digits. */
const DIGITS = 12;
const HOUR = 3_600n;
/** Digits of money. */
const CENTS = 6;

/** What pods took, and what it costs. */
export const chargeback = report({
  name: 'chargeback',
  summary: 'Resource hours by team, namespace, label, owner or priority, and their price',
  description:
    'Requests and limits of pods, multiplied by the time for which they held them in the period: one row for each ' +
    'group and resource. A pod holds its requests from its binding until it succeeds, fails or is deleted, while its ' +
    'node exists. Amounts are exact, so the sums over groups equal those of the cluster. Pods that the reader does ' +
    'not see are not included.',
  about: 'period',
  by: BY,
  parameters: ['by', 'resources', 'prices'],
  problems: ({ prices }) => (prices === undefined ? [] : priceProblems(prices)),
  columns: {
    group: key(orNull(text('What the row is about, as `by` says; null for all pods, or if there is no value.'))),
    resource: key(text('The resource: `cpu`, `memory`, `nvidia.com/gpu`; `pods` counts the pods themselves.')),
    unit: text('The base unit of the resource: `cores`, `bytes` or `pieces`.'),
    pods: integer('pods', 'Number of distinct pods that held their requests in the period, by uid.'),
    requestedSeconds: decimal('unit seconds', 'Requests times seconds, exact.'),
    requestedHours: number('unit hours', 'The same in hours, as the nearest double of six decimals.'),
    limitSeconds: decimal('unit seconds', 'Limits times seconds, exact; 0 for pods without limits.'),
    limitHours: number('unit hours', 'The same in hours, as the nearest double of six decimals.'),
    cost: orNull(
      decimal(
        'money',
        'Requested hours times their price in `prices`, rounded half up to six decimals; null without a price.',
      ),
    ),
  },
  async *rows(frame) {
    const prices = frame.parameters.prices === undefined ? undefined : readPrices(frame.parameters.prices);
    const groups = await takenIn(frame);
    for (const [group, { pods, resources }] of [...groups].sort(([a], [b]) => compareGroups(a, b))) {
      for (const [resource, { requested, limits }] of [...resources].sort(([a], [b]) => compareGroups(a, b))) {
        if (frame.parameters.resources?.includes(resource) === false) continue;
        yield {
          group,
          resource,
          unit: unitOf(resource),
          pods: pods.size,
          requestedSeconds: decimalText(requested, DIGITS),
          requestedHours: hours(requested),
          limitSeconds: decimalText(limits, DIGITS),
          limitHours: hours(limits),
          cost: costOf(requested, prices?.get(resource)),
        };
      }
    }
  },
});

/** What ran to the end of a bucket goes on in the next one: the log is read once. */
const RUNNING = new WeakMap<object, { readonly upTo: bigint; readonly taken: TakenOverTime }>();

async function takenIn(frame: Frame): Promise<ReadonlyMap<string | null, GroupTaken>> {
  const by = chosenBy(BY, frame.parameters.by) ?? { choice: 'team', key: '' };
  const groupOf = await podGroups(frame, by);
  return frame.transaction(async (tx) => {
    const start = frame.from.getTime();
    const known = frame.states && RUNNING.get(frame.states);
    let taken = known?.taken;
    if (taken === undefined || known?.upTo !== frame.after) {
      taken = new TakenOverTime({
        groupOf: (pod, controllers) => groupOf?.(pod, controllers) ?? null,
        isSeen: ({ namespace }) => sees(frame.sight, namespace),
      });
      taken.begin(await frame.source.clusters.own(tx, frame.cluster.id, frame.after), start);
    } else taken.restart(start);
    const slice = new TimeSlice(frame.caller);
    for await (const changes of timedChanges(tx, frame, KINDS)) {
      for (const [position, op, kind, namespace, name, uid, body, at] of changes) {
        taken.change([position, op, kind, namespace, name, uid, body], Number(at));
        await slice.yieldWhenOver();
      }
    }
    if (frame.states !== undefined) RUNNING.set(frame.states, { upTo: frame.upTo, taken });
    return taken.until(frame.to.getTime());
  });
}

function hours(amount: bigint): number {
  return Number(decimalText(divideRounded(amount, HOUR * 10n ** BigInt(DIGITS - CENTS)), CENTS));
}

/** Amounts and what prices are per are both billionths: the milliseconds of an hour are left. */
function costOf(requested: bigint, price: Price | undefined): string | null {
  if (price === undefined) return null;
  const money = divideRounded(requested * price.money, price.per * HOUR * 1_000n * 10n ** BigInt(9 - CENTS));
  return decimalText(money, CENTS);
}
