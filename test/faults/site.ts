import { generateKeyPairSync } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyText, newKey } from '#access';
import { migrate } from '#database';
import { createDatabaseClock, type DatabaseClock } from '../setup/database-clock.js';
import { NetworkProxy } from '../reliability/network-proxy.js';
import { createSmallDisk, type SmallDisk } from '../reliability/small-disk.js';
import { DatabaseServer } from './database-server.js';
import type { Finding } from './finding.js';
import { Service } from './service.js';

/** What is wanted of a site. */
export interface SiteOptions {
  readonly services: number;
  /** Folder with the compiled service. */
  readonly dist: string;
  readonly diskMegabytes: number;
  readonly found: (finding: Finding) => void;
}

const START_MS = 120_000;
const GONE_MS = 200;

function smallDisk(megabytes: number): SmallDisk | { readonly problem: string } {
  if (process.getuid?.() !== 0) return { problem: 'only root can mount a small file system' };
  try {
    return createSmallDisk(megabytes);
  } catch (error) {
    return { problem: String(error) };
  }
}

/**
 * What is disturbed: processes of the service on one database, each behind a network of its own, with one data folder
 * on a small disk, and a database that has a clock of its own.
 */
export class Site {
  /** Of an admin and auditor of the service. */
  readonly key: string;
  readonly folder: string;
  /** Data folder of the services, on the small disk where there is one. */
  readonly dataDir: string;
  readonly database: DatabaseServer;
  readonly services: readonly Service[];
  readonly networks: readonly NetworkProxy[];
  readonly clock: DatabaseClock;
  /** Or why there is none. */
  readonly disk: SmallDisk | { readonly problem: string };

  private constructor(parts: Omit<Site, 'close'>) {
    this.key = parts.key;
    this.folder = parts.folder;
    this.dataDir = parts.dataDir;
    this.database = parts.database;
    this.services = parts.services;
    this.networks = parts.networks;
    this.clock = parts.clock;
    this.disk = parts.disk;
    process.on('exit', this.#leave);
  }

  static async open({ services: count, dist, diskMegabytes, found }: SiteOptions): Promise<Site> {
    const folder = mkdtempSync(join(tmpdir(), 'berth-faults-'));
    const disk = smallDisk(diskMegabytes);
    const dataDir = 'folder' in disk ? disk.folder : join(folder, 'data');
    const key = join(folder, 'signing-key.pem');
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(key, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
    const log = createWriteStream(join(folder, 'postgres.log'));
    const database = await DatabaseServer.start(join(folder, 'postgres'), (line) => {
      log.write(`${new Date().toISOString()} ${line}\n`);
    });
    const adminKey = keyText(newKey());
    const networks = await Promise.all(Array.from({ length: count }, () => NetworkProxy.open(database.url)));
    const services = networks.map(({ url }, index) => {
      const name = `service ${index + 1}`;
      return new Service(name, {
        main: join(dist, 'apps/api/src/main.js'),
        environment: {
          DATABASE_URL: url,
          BERTH_DATA_DIR: dataDir,
          BERTH_SIGNING_KEY_FILE: key,
          BERTH_WORKERS: '1',
          BERTH_ADMIN_KEY: adminKey,
          BERTH_CHECKPOINT_INTERVAL: '2s',
        },
        logFile: join(folder, `service-${index + 1}.log`),
        onUnexpectedEnd: (how) => {
          found({ kind: 'ended', what: `${name} ended by itself: ${how}` });
        },
      });
    });
    // The clock stands before the tables in the search path: they are made before it.
    await migrate({ url: database.url });
    const clock = await createDatabaseClock(database.url);
    await Promise.all(services.map((service) => service.start(START_MS)));
    return new Site({ key: adminKey, folder, dataDir, database, services, networks, clock, disk });
  }

  /** Whatever ends this process, nothing of it stays behind; the database server sees to itself. */
  readonly #leave = (): void => {
    for (const service of this.services) service.killAtOnce();
    // They are gone in a moment, and then nobody uses the disk.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, GONE_MS);
    if ('folder' in this.disk) this.disk.release();
  };

  async close({ keep }: { readonly keep: boolean }): Promise<void> {
    await Promise.all(this.services.map((service) => service.kill()));
    await Promise.all(this.networks.map((network) => network.close()));
    await this.database.stop();
    this.#leave();
    process.off('exit', this.#leave);
    if (!keep) rmSync(this.folder, { recursive: true, force: true });
  }
}
