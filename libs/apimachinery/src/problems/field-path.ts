/** Where in an object something is, written as Kubernetes writes it: `spec.containers[0].resources.requests[cpu]`. */
export class FieldPath {
  private constructor(
    private readonly parent: FieldPath | undefined,
    private readonly step: string,
  ) {}

  /** The object itself; its fields have no leading dot. */
  static readonly root = new FieldPath(undefined, '');

  /** A named field below this one. */
  child(name: string): FieldPath {
    return new FieldPath(this, this === FieldPath.root ? name : `.${name}`);
  }

  /** An item of this list, counted from 0. */
  index(position: number): FieldPath {
    return new FieldPath(this, `[${position}]`);
  }

  /** An entry of this map. */
  key(name: string): FieldPath {
    return new FieldPath(this, `[${name}]`);
  }

  toString(): string {
    return this.parent === undefined ? this.step : this.parent.toString() + this.step;
  }
}
