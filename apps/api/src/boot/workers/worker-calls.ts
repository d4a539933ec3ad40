import { ownField } from '#json';
import type { Caller } from '#access';
import { findCluster } from '#cluster';
import type { Database } from '#database';
import { read } from '#requests';
import type { Threads } from '#threads';
import { standIn } from '../../ground/concurrency/index.js';
import { jobName, type MethodJob, type ServedService, type ServiceClass } from './served.js';
import { SERVICES } from './services.js';
import type { SchedulingWorker } from './settings.js';

type Method = (...args: never[]) => Promise<unknown>;
type MethodName<Service> = { [Name in keyof Service]: Service[Name] extends Method ? Name : never }[keyof Service] &
  string;
type Arguments<Service, Name extends keyof Service> = Service[Name] extends (...args: infer Args) => unknown
  ? Args
  : never;
type Answer<Service, Name extends keyof Service> = Service[Name] extends (...args: never[]) => Promise<infer Value>
  ? Value
  : never;

/** A call of a method, by the class of its service. */
interface MethodCall<Service, Name extends keyof Service> {
  readonly service: ServiceClass<Service>;
  readonly method: Name;
  readonly args: Arguments<Service, Name>;
}

/** Calls methods of services in scheduling workers. */
export class WorkerCalls {
  constructor(
    private readonly database: Database,
    private readonly threads: Threads<SchedulingWorker>,
  ) {}

  /** Calls the worker that has in memory what the method's row says, or has something of that key. */
  async call<Service extends object, Name extends MethodName<Service>>(
    { service, method, args }: MethodCall<Service, Name>,
    key?: string,
  ): Promise<Answer<Service, Name>> {
    return (await this.#call(rowOf(service), method, args, key)) as Answer<Service, Name>;
  }

  /** Calls all workers that there are; those that fail are left out. */
  async callEach<Service extends object, Name extends MethodName<Service>>({
    service,
    method,
    args,
  }: MethodCall<Service, Name>): Promise<Answer<Service, Name>[]> {
    const settled = await this.threads.callEach(jobName(rowOf(service), method), args);
    return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value as Answer<Service, Name>] : []));
  }

  /** The service with its jobs in workers; for the rest it is the given one. */
  proxied(own: object, row: ServedService): object {
    return standIn(own, (name, method) =>
      typeof name === 'string' && Object.hasOwn(row.jobs, name)
        ? (...args: unknown[]) => this.#call(row, name, args)
        : method,
    );
  }

  /**
   * The key of the worker that has a cluster in memory. What looks like an id is taken for one, as runs do it; a name
   * that no cluster has stands for itself.
   */
  async clusterKey(caller: Caller, cluster: string): Promise<string> {
    if (UUID.test(cluster)) return cluster.toLowerCase();
    return (await read(this.database, caller, (tx) => findCluster(tx, cluster, 'inSight')))?.id ?? cluster;
  }

  async #call(row: ServedService, method: string, args: readonly unknown[], key?: string): Promise<unknown> {
    const job = ownField(row.jobs, method) ?? {};
    const name = jobName(row, method);
    const sent = job.finishes === true ? withoutSignal(args) : [...args];
    if (job.everywhere === true) return void (await this.threads.callEach(name, sent));
    return this.threads.call(name, sent, { key: key ?? (await this.#keyOf(job, args)) });
  }

  async #keyOf({ memory }: MethodJob, args: readonly unknown[]): Promise<string | undefined> {
    if (memory === undefined || memory === 'maintenance') return memory;
    // The table takes no other methods with such a memory.
    const [caller, first] = args as readonly [Caller, string | { readonly cluster: string }];
    const cluster = typeof first === 'string' ? first : first.cluster;
    return memory === 'past' ? `past ${cluster}` : this.clusterKey(caller, cluster);
  }
}

function rowOf(service: ServiceClass<object>): ServedService {
  const row = SERVICES.find((one) => one.service === service);
  if (row === undefined) throw new Error(`${service.name} has no jobs`);
  return row;
}

function withoutSignal([caller, ...rest]: readonly unknown[]): unknown[] {
  const { signal: _, ...kept } = caller as Caller;
  return [kept, ...rest];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
