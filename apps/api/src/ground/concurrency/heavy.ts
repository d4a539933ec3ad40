import type { FactoryProvider } from '@nestjs/common';
import { heavily, type Caller } from '#access';
import { goneOf } from '../caller/index.js';
import type { ConcurrencyLimit } from '#limits';
import { ConcurrencyLimits, type LimitName } from './concurrency-limits.js';
import { standIn } from './stand-in.js';

/** Which methods of a service are heavy, and of which questions: those with such arguments behind the caller. */
export type HeavyMethods<Service> = {
  readonly [Name in keyof Service]?: Service[Name] extends (caller: Caller, ...rest: infer Rest) => Promise<unknown>
    ? (...rest: Rest) => boolean
    : never;
};

/** Of every question. */
export const always = (): boolean => true;

/** What is asked of a moment, which is past mostly. */
export const past = (which: string | { readonly at?: string | undefined }): boolean =>
  typeof which !== 'string' && which.at !== undefined;

/** The provider of a service whose heavy methods wait for a slot of a limit, and end when their caller goes. */
export function heavy<Service extends object>(
  limit: LimitName,
  provider: FactoryProvider<Service>,
  methods: HeavyMethods<Service>,
): FactoryProvider<Service> {
  return {
    ...provider,
    inject: [ConcurrencyLimits, ...(provider.inject ?? [])],
    useFactory: async (limits: ConcurrencyLimits, ...dependencies: unknown[]) =>
      limited(await provider.useFactory(...dependencies), limits[limit], methods),
  };
}

/** A proxy: what a service calls of itself has its slot already. */
function limited<Service extends object>(
  service: Service,
  limit: ConcurrencyLimit,
  methods: HeavyMethods<Service>,
): Service {
  const isHeavy = new Map(Object.entries(methods) as [string | symbol, (...rest: unknown[]) => boolean][]);
  return standIn(service, (name, method) => {
    const heavyOf = isHeavy.get(name);
    if (heavyOf === undefined) return method;
    return (caller: Caller, ...rest: unknown[]) => {
      if (!heavyOf(...rest)) return method(caller, ...rest);
      const signal = goneOf(caller);
      const { team, actor } = caller;
      return limit.run({ request: caller, team, caller: actor, signal }, () =>
        method({ ...heavily(caller), ...(signal && { signal }) }, ...rest),
      );
    };
  });
}
