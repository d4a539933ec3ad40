import type { Transaction } from '#database';

/** Jobs that are due and not taken. */
export interface JobDepth {
  readonly waiting: number;
  /** Since when the oldest of them is due; null where there is none. */
  readonly oldestAt: Date | null;
}

/** How many jobs wait, of all teams. */
export async function jobDepth(tx: Transaction): Promise<JobDepth> {
  const [row] = await tx.query<{ waiting: string; oldest_at: Date | null }>('SELECT * FROM berth_job_depth()');
  return { waiting: Number(row?.waiting ?? 0), oldestAt: row?.oldest_at ?? null };
}
