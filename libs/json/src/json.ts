/** Any value JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object. A key `__proto__` in it is a key like any other, as `JSON.parse` makes it. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Whether a value is a JSON object: neither null nor a list. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
