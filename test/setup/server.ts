/** Environment variable through which the specs learn of the test run's server. */
export const SERVER_URL = 'BERTH_TEST_SERVER_URL';

/** The migrated database that the others are clones of. */
export const TEMPLATE = 'berth_template';

/** The same server, another database. */
export function urlOf(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
