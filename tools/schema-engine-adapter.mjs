// @prisma/adapter-pg as Prisma's schema engine needs it: it was made for queries of the client.
import { randomUUID } from 'node:crypto';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

/**
 * Type of catalog columns such as pg_class.relkind, which adapter-pg does not know, and of the nearest that it does.
 */
const INTERNAL_CHAR = 18;
const CHARACTER = 1042;

/** Connects as the engine asks, to the database itself or to an empty one that lives as long as the connection. */
export class EngineAdapterFactory extends PrismaPg {
  constructor(url) {
    super({ connectionString: url, max: 1 }, { schema: new URL(url).searchParams.get('schema') ?? undefined });
    this.url = url;
  }

  async connect() {
    const adapter = await super.connect();
    readInternalChars(adapter);
    runScriptsWhole(adapter);
    return adapter;
  }

  async connectToShadowDb() {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    await administer(this.url, `CREATE DATABASE "${name}" TEMPLATE template0`);
    const adapter = await new EngineAdapterFactory(withDatabase(this.url, name)).connect();
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      await dispose();
      await administer(this.url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    };
    return adapter;
  }
}

/** @throws what PostgreSQL answers when the database is not to be had */
export async function canConnect(url) {
  await administer(url, 'SELECT 1');
}

/** Makes the database that the URL names, unless it is there. */
export async function createDatabase(url) {
  const databaseName = decodeURIComponent(new URL(url).pathname.slice(1));
  const server = withDatabase(url, 'postgres');
  const { rowCount } = await administer(server, 'SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
  if (rowCount === 0) {
    await administer(server, `CREATE DATABASE "${databaseName.replaceAll('"', '""')}"`);
  }
  return { databaseName };
}

async function administer(url, sql, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

function withDatabase(url, name) {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/**
 * The adapter refuses columns of type "char", which the engine reads from the catalog: they are passed off as CHAR(n).
 */
function readInternalChars(adapter) {
  const { performIO, queryRaw } = adapter;
  let charColumns = [];
  adapter.performIO = async (query) => {
    const result = await performIO.call(adapter, query);
    charColumns = [];
    result.fields?.forEach((field, column) => {
      if (field.dataTypeID === INTERNAL_CHAR) {
        field.dataTypeID = CHARACTER;
        charColumns.push(column);
      }
    });
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw.call(adapter, query);
    for (const column of charColumns) {
      result.columnTypes[column] = ColumnTypeEnum.Character;
    }
    return result;
  };
}

/** The adapter splits scripts at every semicolon, also those inside a function's body. */
function runScriptsWhole(adapter) {
  const client = adapter.underlyingDriver();
  adapter.executeScript = async (script) => {
    try {
      await client.query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
}
