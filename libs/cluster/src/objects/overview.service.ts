import type { Caller, Database } from '#database';
import type { FieldProblem } from '#apimachinery';
import type { ClusterAt } from '../clusters/index.js';
import { ok, read, refuse, type Outcome } from '#requests';
import type { ObjectMoments } from './object-reading.js';
import type { LabelKey, LabelledKind, NamespaceCounts, StateCounts } from './overview.js';

/** What a cluster has, for those who choose among it. */
export class OverviewService {
  constructor(
    private readonly database: Database,
    private readonly moments: ObjectMoments,
  ) {}

  /** By key. Each has so many of its most frequent values, 0 to 100. */
  async labelKeys(
    caller: Caller,
    which: ClusterAt,
    request: { readonly kind: LabelledKind; readonly values: number },
  ): Promise<Outcome<readonly LabelKey[]>> {
    const problem: FieldProblem = { field: 'values', reason: 'FieldValueInvalid', message: 'must be 0 to 100' };
    if (request.values < 0 || request.values > 100) return refuse({ kind: 'InvalidRequest', problems: [problem] });
    return read(this.database, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      return opened.refused ? opened : ok(await opened.value.labelKeys(request));
    });
  }

  /** By name, after the given one. */
  namespaces(
    caller: Caller,
    which: ClusterAt,
    { after = '', pageSize }: { readonly after?: string; readonly pageSize: number },
  ): Promise<Outcome<{ readonly items: readonly NamespaceCounts[]; readonly next: string | null; moment?: string }>> {
    return read(this.database, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      if (opened.refused) return opened;
      const found = await opened.value.namespaceCounts({ after, limit: pageSize + 1 });
      const items = found.slice(0, pageSize);
      const next = found.length > pageSize ? (items.at(-1)?.name ?? null) : null;
      const { moment } = opened.value;
      return ok({ items, next, ...(moment === undefined ? {} : { moment }) });
    });
  }

  /** How many nodes and pods are in states that need an operator's attention. */
  states(caller: Caller, which: ClusterAt): Promise<Outcome<StateCounts>> {
    return read(this.database, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      return opened.refused ? opened : ok(await opened.value.states());
    });
  }
}
