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
  /** Why they asked, in their words. */
  readonly reason: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for objects that live in no namespace. */
  readonly namespace: string;
  readonly name: string;
  /** The step of admission that was against it, by the name of the API server's plugin. */
  readonly rule: string;
  /** What it said, as the API server says it. */
  readonly message: string;
}

/** Which of them; all that is given must hold. */
export interface RefusalFilter {
  readonly actor?: string;
  readonly principal?: string;
  readonly requestId?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly rule?: string;
  /** Inclusive. */
  readonly since?: Date;
  /** Exclusive. */
  readonly until?: Date;
}
