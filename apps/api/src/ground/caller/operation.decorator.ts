import { SetMetadata } from '@nestjs/common';

const OPERATION = 'berth:operation';

const declared = new Set<string>();

/** Names what a route does. The name stands in the table of permissions; no two routes share one. */
export const Operation = (name: string): MethodDecorator => {
  declared.add(name);
  return SetMetadata(OPERATION, name);
};

/** The names of all routes. */
export function declaredOperations(): readonly string[] {
  return [...declared];
}

/** The name of the route that a handler serves. @throws when it has none: access to it could not be denied. */
export function operationOf(handler: object): string {
  const name: unknown = Reflect.getMetadata(OPERATION, handler);
  if (typeof name !== 'string') throw new Error(`the handler ${(handler as { name?: string }).name} has no operation`);
  return name;
}
