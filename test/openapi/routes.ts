/** As much of an OpenAPI document as is asked. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>> & {
    readonly schemas: Readonly<Record<string, object>>;
  };
}

interface PathItem {
  readonly parameters?: readonly Parameter[];
}

export interface Operation {
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: object }>> };
  readonly responses: Readonly<Record<string, Reference>>;
}

export interface Reference {
  readonly $ref?: string;
}

export interface Parameter extends Reference {
  readonly name?: string;
  readonly in?: string;
  readonly schema?: { readonly type?: string };
}

/** A part of the document, and where it is. */
interface Part<T> {
  readonly value: T;
  readonly pointer: string;
}

interface Template {
  readonly path: string;
  readonly pattern: RegExp;
  /** Steps that are the same in every path of it: the more, the closer. */
  readonly fixed: number;
}

/** The operations of a document by the paths of requests. */
export class Routes {
  readonly #templates: readonly Template[];

  constructor(private readonly document: OpenApi) {
    this.#templates = Object.keys(document.paths)
      .map((path) => ({
        path,
        pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
        fixed: path.split('/').filter((step) => !step.startsWith('{')).length,
      }))
      .sort((a, b) => b.fixed - a.fixed);
  }

  find(
    path: string,
    method: string,
  ):
    (Part<Operation> & { readonly operation: Operation; readonly parameters: readonly Part<Parameter>[] }) | undefined {
    const found = this.#templates.find(({ pattern }) => pattern.test(path));
    const item = found && this.document.paths[found.path];
    const operation = (item as Readonly<Record<string, Operation>> | undefined)?.[method];
    if (found === undefined || operation === undefined) return undefined;
    const pointer = `/paths/${escaped(found.path)}/${method}`;
    const parameters = (operation.parameters ?? []).flatMap((parameter, index) => {
      const part = this.resolved(parameter, `${pointer}/parameters/${index}`);
      return part === undefined ? [] : [part];
    });
    return { value: operation, operation, pointer, parameters };
  }

  /** A part that may be a reference to a shared one. */
  resolved<T extends Reference>(value: T | undefined, pointer: string): Part<T> | undefined {
    if (value?.$ref === undefined) return value === undefined ? undefined : { value, pointer };
    const [, kind = '', name = ''] = value.$ref.slice(2).split('/');
    const shared = this.document.components[kind]?.[name];
    return shared === undefined ? undefined : { value: shared as T, pointer: value.$ref.slice(1) };
  }
}

/** A step of a JSON pointer. */
export function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
