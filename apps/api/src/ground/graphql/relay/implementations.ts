import type { Type } from '@nestjs/common';

const registered = new Set<Type>();

/** Puts a type into the schema that only the interface leads to which it implements. */
export function Implementation(): ClassDecorator {
  return (type) => {
    registered.add(type as unknown as Type);
  };
}

/** All of them. */
export function implementations(): readonly Type[] {
  return [...registered];
}
