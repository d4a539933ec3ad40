/** What may be asked of an object; `import`: it was one of those that an import brought. */
export type WriteOperation = 'create' | 'replace' | 'patch' | 'apply' | 'delete' | 'import';

/** An object that admission forbade. */
export interface RefusalRecord {
  readonly id: string;
  /** RFC 3339, in milliseconds. */
  readonly at: string;
  /** Who asked, as a person would name them. */
  readonly actor: string;
  readonly principal: string;
  readonly requestId: string;
  readonly client: string;
  /** What they asked for. */
  readonly operation: WriteOperation;
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for objects that live in no namespace. */
  readonly namespace: string;
  readonly name: string;
  /** What the API calls the refusal: `OBJECT_FORBIDDEN`. */
  readonly code: string;
  /** The step of admission that was against it, by the name of the API server's plugin. */
  readonly reason: string;
  /** What it said, as the API server says it. */
  readonly message: string;
  /** Of a quota: all that the object asked of quotas, as `usageText` writes it; null where that is not known. */
  readonly usage: string | null;
  /** Of a quota: the scopes of quotas that the object was in, as `scopesText` writes them; null where not known. */
  readonly scopes: string | null;
}

/** Which of them; all that is given must hold. */
export interface RefusalFilter {
  readonly actor?: string;
  readonly principal?: string;
  readonly requestId?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly reason?: string;
  /** Inclusive. */
  readonly since?: Date;
  /** Exclusive. */
  readonly until?: Date;
}
