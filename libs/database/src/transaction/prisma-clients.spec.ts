import type pg from 'pg';
import { PrismaClients } from './prisma-clients.js';

/** A connection that notes what it is asked. */
function connection(asked: string[]): pg.PoolClient {
  const query = (config: { readonly text: string }): Promise<object> => {
    asked.push(config.text);
    return Promise.resolve({ fields: [], rows: [] });
  };
  return { query } as unknown as pg.PoolClient;
}

test('a client is lent to one transaction after the other, and works on the connection of each', async () => {
  const clients = new PrismaClients();
  const [one, other]: [string[], string[]] = [[], []];
  const first = clients.lend(connection(one));
  const client = first.take();
  await client.team.findMany();
  first.giveBack(true);
  const second = clients.lend(connection(other));
  expect(second.take()).toBe(client);
  await second.take().team.findMany();
  expect([one, other].map((asked) => asked.length)).toEqual([1, 1]);
});

test('a client of a transaction that failed is lent to no other, and does nothing more on its connection', async () => {
  const clients = new PrismaClients();
  const asked: string[] = [];
  const failed = clients.lend(connection(asked));
  const client = failed.take();
  failed.giveBack(false);
  expect(clients.lend(connection(asked)).take()).not.toBe(client);
  await expect(client.team.findMany()).rejects.toThrow('the transaction is over');
  expect(asked).toEqual([]);
});

test('transactions at the same time have clients of their own', () => {
  const clients = new PrismaClients();
  const [first, second] = [clients.lend(connection([])), clients.lend(connection([]))];
  expect(first.take()).toBe(first.take());
  expect(first.take()).not.toBe(second.take());
});
