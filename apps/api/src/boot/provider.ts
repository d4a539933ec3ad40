import type { FactoryProvider, Type } from '@nestjs/common';

/** The classes that these values are instances of. */
type ClassesOf<Values extends readonly unknown[]> = {
  readonly [Index in keyof Values]: abstract new (...args: never[]) => Values[Index];
};

/** A provider of a class whose constructor takes instances of others, named here: the compiler sees that they fit. */
export function instanceOf<Dependencies extends unknown[], Service>(
  service: new (...dependencies: Dependencies) => Service,
  ...dependencies: ClassesOf<Dependencies>
): FactoryProvider<Service> {
  return {
    provide: service,
    inject: dependencies as readonly unknown[] as Type[],
    useFactory: (...instances: Dependencies) => new service(...instances),
  };
}

/** A provider of a class that is made in a way of its own. */
export function made<Dependencies extends unknown[], Service>(
  service: abstract new (...args: never[]) => Service,
  dependencies: readonly [...ClassesOf<Dependencies>],
  make: (...dependencies: Dependencies) => Service,
): FactoryProvider<Service> {
  return { provide: service, inject: dependencies as readonly unknown[] as Type[], useFactory: make };
}
