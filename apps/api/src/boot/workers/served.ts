import type { Caller } from '#access';
import type { LimitName } from '../../ground/concurrency/index.js';
import type { Sources } from './sources.js';

/** A class of services, by which they are injected. */
export type ServiceClass<Service> = abstract new (...args: never[]) => Service;

/** What a worker has in memory for a call: calls for the same go to the same worker. */
export type Memory =
  /** The cluster that the argument behind the caller names, as it is. */
  | 'cluster'
  /** What that cluster was, which replays and comparisons have read. */
  | 'past'
  /** What maintenance has done. */
  | 'maintenance';

/** How a method of a service runs in scheduling workers. */
export interface MethodJob {
  /** None unless given: the worker with the least to do takes the call. */
  readonly memory?: Memory;
  /** The concurrency limit that it counts for. It is heavy work then: its statements have the time of heavy ones. */
  readonly limit?: LimitName;
  /** What was begun is finished when its caller goes. */
  readonly finishes?: boolean;
  /** It holds the lease of the worker: what it writes has an owner, whose end others notice. */
  readonly leased?: boolean;
  /** Each worker that there is does it. */
  readonly everywhere?: boolean;
}

/** Computed where the cluster is in memory, or will be. */
export const COMPUTED = { memory: 'cluster', limit: 'states' } as const satisfies MethodJob;

/** A cluster, by itself or in a request. */
type NamesCluster = string | { readonly cluster: string };

type JobOf<Method> = Method extends (caller: Caller, first: infer First, ...rest: never[]) => Promise<unknown>
  ? First extends NamesCluster
    ? MethodJob
    : MethodJob & { readonly memory?: 'maintenance' }
  : Method extends (...args: never[]) => Promise<unknown>
    ? MethodJob & { readonly memory?: 'maintenance' }
    : never;

/** A service with methods that are jobs, as its row says. */
export interface ServedService {
  readonly service: ServiceClass<object>;
  readonly make: (sources: Sources) => object;
  /** What stands before the service in the answering thread, wherever its jobs run. */
  readonly answering?: (service: never, sources: Sources) => object;
  readonly jobs: Readonly<Record<string, MethodJob>>;
}

/** A row of the table: the compiler sees that the service has these methods, and that they can be jobs. */
export function served<Service extends object>(
  service: ServiceClass<Service>,
  row: {
    readonly make: (sources: Sources) => Service;
    readonly answering?: (service: Service, sources: Sources) => Pick<Service, keyof Service>;
    readonly jobs: { readonly [Name in keyof Service]?: JobOf<Service[Name]> };
  },
): ServedService {
  return { service, ...(row as Omit<ServedService, 'service'>) };
}

/** What the method is called between threads. */
export function jobName({ service }: ServedService, method: string): string {
  return `${service.name}.${method}`;
}
