import { FieldReader } from './field-reader.js';

/** A JSON schema, as far as reading shows one: names and types of fields; ranges and closed sets are not in it. */
export type ReadSchema = Readonly<Record<string, unknown>>;

/**
 * Reads from nothing and writes down what is asked for: the code that reads a configuration is its only definition. A
 * field that is asked for only after another was there is not seen.
 */
class SchemaReader extends FieldReader {
  readonly #properties: Record<string, ReadSchema> = {};
  readonly #required: string[] = [];
  #open = false;

  constructor() {
    super({});
  }

  get schema(): ReadSchema {
    return {
      type: 'object',
      properties: this.#properties,
      ...(this.#required.length > 0 && { required: this.#required }),
      ...(!this.#open && { additionalProperties: false }),
    };
  }

  override string(field: string): undefined {
    this.#properties[field] = { type: 'string' };
  }

  override boolean(field: string): undefined {
    this.#properties[field] = { type: 'boolean' };
  }

  override integer(field: string): undefined {
    this.#properties[field] = { type: 'integer', format: 'int32' };
  }

  override integer64(field: string): undefined {
    this.#properties[field] = { type: 'integer', format: 'int64' };
  }

  override number(field: string): undefined {
    this.#properties[field] = { type: 'number' };
  }

  override strings(field: string): undefined {
    this.#properties[field] = { type: 'array', items: { type: 'string' } };
  }

  override object(field: string, read: (reader: FieldReader) => unknown): undefined {
    this.#properties[field] = schemaOf(read);
  }

  override list<T>(field: string, read: (reader: FieldReader) => T): T[] {
    this.#properties[field] = { type: 'array', items: schemaOf(read) };
    return [];
  }

  override requiredString(field: string): string {
    this.#required.push(field);
    this.string(field);
    return '';
  }

  override raw(field: string): undefined {
    this.#properties[field] ??= {};
  }

  override rest(): ReadSchema {
    this.#open = true;
    return {};
  }
}

/** The JSON schema of what a function reads. */
export function schemaOf(read: (reader: FieldReader) => unknown): ReadSchema {
  const reader = new SchemaReader();
  read(reader);
  return reader.schema;
}
