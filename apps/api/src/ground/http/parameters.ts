import { z } from 'zod';

/** What a query parameter is published as: it arrives as text, and means something else. */
export interface ParameterSchema {
  readonly type: 'integer' | 'boolean' | 'array' | 'string';
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
  readonly items?: { readonly type: 'string'; readonly enum?: readonly string[] };
}

/** Marks the schema of a text as that of a parameter that is published otherwise. */
export function publishedAs<Schema extends z.ZodType>(schema: Schema, parameter: ParameterSchema): Schema {
  return schema.meta({ parameter });
}

/** `true` or `false`. */
export function booleanParameter(): z.ZodType<boolean, 'true' | 'false'> {
  return publishedAs(
    z.enum(['true', 'false']).transform((text) => text === 'true'),
    { type: 'boolean' },
  );
}
