import pg from 'pg';

/** How a transaction begins that only looks, and at no one moment: those of the service's own, and who a key is of. */
const BESIDE = 'BEGIN READ ONLY';
/** What a connection is asked when it is new, or when it is time to see whether it lives; and notifications. */
const OF_NO_REQUEST = /tcp_keepalives|^SELECT$|pg_notify/;

/**
 * What is answered, and the statements that are sent to PostgreSQL for it. What falls into the same moment by chance is
 * left out: a key is looked up again every few seconds, and the application that other specs of the worker share is on
 * another database.
 */
export async function statementsOf<Answer>(
  ask: () => Promise<Answer>,
  databaseUrl: string,
): Promise<{ readonly answer: Answer; readonly statements: string[] }> {
  const statements: string[] = [];
  const beside = new WeakSet<pg.Client>();
  const database = new URL(databaseUrl).pathname.slice(1);
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function counted(this: pg.Client, ...parameters: unknown[]): unknown {
    const [asked] = parameters;
    const { text = '' } = typeof asked === 'string' ? { text: asked } : (asked as { readonly text?: string });
    if (text === BESIDE) beside.add(this);
    const isOfIt = this.database === database && !beside.has(this);
    if (isOfIt && !OF_NO_REQUEST.test(text)) statements.push(text);
    if (/^(COMMIT|ROLLBACK)$/.test(text)) beside.delete(this);
    return Reflect.apply(original, this, parameters);
  } as typeof original;
  try {
    return { answer: await ask(), statements };
  } finally {
    pg.Client.prototype.query = original;
  }
}
