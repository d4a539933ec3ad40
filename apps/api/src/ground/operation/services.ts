import type { Type } from '@nestjs/common';
import type { Services, Uses } from './definition.js';

/** A class that is handed the services that an operation uses. */
export abstract class WithServices {
  readonly services: Services<Uses>;

  constructor(names: readonly string[], injected: readonly object[]) {
    this.services = Object.fromEntries(names.map((name, index) => [name, injected[index] as object]));
  }
}

/** Names a class that is made here, and says what it is handed. */
export function injectable<Made extends Type<object>>(made: Made, name: string, uses: Uses): Made {
  Object.defineProperty(made, 'name', { value: capitalized(name) });
  Reflect.defineMetadata('design:paramtypes', Object.values(uses), made);
  return made;
}

/** Decorates a method of a class that is made here. */
export function decorate(made: Type<object>, method: string, decorators: readonly MethodDecorator[]): void {
  const prototype = made.prototype as object;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, method);
  if (descriptor === undefined) throw new Error(`${made.name} has no ${method}`);
  for (const decorator of decorators) decorator(prototype, method, descriptor);
}

/** `schedule` is `Schedule` where it names a type. */
export function capitalized(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
