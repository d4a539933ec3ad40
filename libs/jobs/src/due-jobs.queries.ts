import type pg from 'pg';

/** What one look at the jobs of all processes found. */
export interface JobsSeen {
  /** So many workers of processes that are gone gave up their jobs. */
  readonly released: number;
  /** In how many milliseconds a job that is not taken is due, 0 or less now; null where none is. */
  readonly dueInMs: number | null;
}

/** Gives up the jobs of processes that are gone, and says when the next one is due. `asker` is a lease that is held. */
export async function seenJobs(pool: Pick<pg.Pool, 'query'>, asker: string): Promise<JobsSeen> {
  const { rows } = await pool.query<JobsSeen>(
    `SELECT berth_release_jobs($1) AS released,
       (SELECT extract(epoch FROM min(job.run_at) - clock_timestamp())::float8 * 1000
        FROM graphile_worker._private_jobs job
        LEFT JOIN graphile_worker._private_job_queues queue ON queue.id = job.job_queue_id
        WHERE job.is_available AND queue.is_available IS NOT FALSE) AS "dueInMs"`,
    [asker],
  );
  return rows[0] ?? { released: 0, dueInMs: null };
}
