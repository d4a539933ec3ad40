/** A field of the object itself, never of what all objects have; undefined of no object. */
export function ownField<Value>(
  object: Readonly<Record<string, Value>> | null | undefined,
  key: string,
): Value | undefined {
  return object != null && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets a field; a field named `__proto__` becomes one, instead of changing what the object inherits. */
export function setField<Value>(object: Record<string, Value>, key: string, value: NoInfer<Value>): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}
