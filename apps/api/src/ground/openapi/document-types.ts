import type { ErrorCode } from '../outcome/index.js';

/** Where an operation keeps the codes that it may be refused with, until its answers are written out. */
export const CODES = 'x-codes';

/** As much of an OpenAPI document as is made here. */
export interface PathItem {
  parameters?: Parameter[];
  get?: Operation;
  post?: Operation;
  put?: Operation;
  patch?: Operation;
  delete?: Operation;
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly requestBody?: object;
  parameters?: Parameter[];
  responses: Record<string, Response>;
  security?: readonly object[];
  [CODES]?: readonly ErrorCode[];
}

export interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: object;
}

export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, object>>;
}

/** The operations of a path, by method. */
export function operationsOf(item: PathItem): [Method, Operation][] {
  return METHODS.flatMap((method): [Method, Operation][] => {
    const operation = item[method];
    return operation === undefined ? [] : [[method, operation]];
  });
}
