import type { Caller } from '#access';

type Method = (caller: Caller, ...rest: unknown[]) => Promise<unknown>;

/** The service as others call it, with such methods in the place of its own; what it calls of itself is its own. */
export function standIn<Service extends object>(
  service: Service,
  methodOf: (name: string | symbol, own: Method) => unknown,
): Service {
  return new Proxy(service, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? methodOf(name, value.bind(target) as Method) : value;
    },
  });
}
