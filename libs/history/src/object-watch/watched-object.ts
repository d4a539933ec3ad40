import type { Manifest } from '#rows';

/** An object as it is served, as JSON: parsed when it is read, and kept no longer than it is read. */
export class WatchedObject {
  #parsed: Manifest | undefined;

  constructor(
    readonly namespace: string,
    readonly name: string,
    /** The whole object as JSON. */
    readonly text: string,
    /** The values of a Secret, encrypted, where it is the one of the present. */
    readonly sealed?: Uint8Array,
  ) {}

  static of(object: Manifest, sealed?: Uint8Array): WatchedObject {
    const { namespace = '', name } = object.metadata;
    const watched = new WatchedObject(namespace, name, JSON.stringify(object), sealed);
    watched.#parsed = object;
    return watched;
  }

  get key(): string {
    return `${this.namespace}/${this.name}`;
  }

  get object(): Manifest {
    return (this.#parsed ??= JSON.parse(this.text) as Manifest);
  }

  /** Keeps the text alone: parsed, an object takes some five times its text. */
  forget(): void {
    this.#parsed = undefined;
  }

  /** The same object with another resourceVersion. */
  versioned(resourceVersion: string): WatchedObject {
    const { apiVersion, kind, metadata, ...rest } = this.object;
    return WatchedObject.of({ apiVersion, kind, metadata: { ...metadata, resourceVersion }, ...rest });
  }
}
