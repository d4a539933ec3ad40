import type { Transaction } from '#database';
import type { PodDisruptionBudget } from '#kubernetes';
import {
  type BudgetBook,
  budgetPodOf,
  CachedBooks,
  CONTROLLERS,
  fillBook,
  findBudgets,
  readBudgets,
  replicasOf,
  type StoredBudget,
} from '../budgets/index.js';
import type { Change, Draft } from '../changes/index.js';
import type { Manifest } from '#rows';
import type { Follower, Following } from './follower.js';

const BUDGET = 'PodDisruptionBudget';

/** The status of the PodDisruptionBudgets of namespaces whose pods, controllers or budgets were touched. */
export const budgets: Follower = {
  name: 'budgets',
  isController: true,
  async follow(following) {
    const { tx, draft, budgets: reported } = following;
    const touched = [
      ...new Set(['Pod', BUDGET, ...CONTROLLERS].flatMap((kind) => [...(draft.touched.get(kind) ?? [])])),
    ];
    if (reported !== undefined) revise(draft, reported.outdated());
    else if (touched.length === 0) return;
    // Too many changes to report one by one, and the rows already contain them.
    else if (draft.isFlushed) revise(draft, (await readBudgets(tx, draft.head.clusterId, touched)).outdated());
    else await followTouched(following, touched);
  },
};

async function followTouched({ tx, draft, database }: Following, namespaces: readonly string[]): Promise<void> {
  const { head, at } = draft;
  const present = await budgetsWith(tx, draft, namespaces);
  if (present.length === 0) return;
  const books = CachedBooks.of(database);
  const book = await books.take(tx, head);
  const missing = book.renew(present, { at, namespaces });
  await fillBook(tx, head.clusterId, { book, namespaces: missing });
  book.mark();
  for (const change of draft.changes) tell(book, change);
  revise(draft, book.outdated(new Set(namespaces)));
  draft.whenWritten((next) => books.putBack(book, head, next));
}

function revise(draft: Draft, outdated: readonly StoredBudget[]): void {
  for (const { object, createdPosition } of outdated) draft.update(object, createdPosition);
}

/** The budgets as they will be with the draft, but for their status. */
async function budgetsWith(tx: Transaction, draft: Draft, namespaces: readonly string[]): Promise<StoredBudget[]> {
  const found = await findBudgets(tx, draft.head.clusterId, namespaces);
  if (!draft.touched.has(BUDGET)) return found;
  const drafted = draft.changes.filter(({ kind }) => kind === BUDGET).map(({ body }) => body as PodDisruptionBudget);
  const named = new Map(found.map((stored) => [nameOf(stored.object), stored]));
  for (const object of drafted) {
    // Where it is created in the draft its position is not known, and not asked for.
    const { createdPosition } = named.get(nameOf(object)) ?? { createdPosition: draft.head.position + 1n };
    const left = draft.find(object);
    if (left === 'gone' || left === undefined) named.delete(nameOf(object));
    else named.set(nameOf(object), { object: left.object as unknown as PodDisruptionBudget, createdPosition });
  }
  return [...named.values()];
}

function nameOf({ metadata: { namespace = '', name } }: PodDisruptionBudget): string {
  return `${namespace}/${name}`;
}

/** Tells a book what a change does. */
function tell(book: BudgetBook, { op, kind, namespace, name, uid, body }: Change): void {
  const named = { kind, namespace, name };
  const isGone = op === 'delete' || op === 'evict';
  if (kind === 'Pod') {
    if (op === 'bind') book.podBound(named);
    else book.setPod(named, isGone ? undefined : budgetPodOf(body as Manifest));
  } else if (CONTROLLERS.includes(kind)) {
    book.setController(named, isGone ? undefined : { uid, replicas: replicasOf(body) });
  }
}
