/** The routes of the application, as the router registered them, asked which methods a path serves. */
export class ServedMethods {
  readonly #routes = new Map<string, { readonly path: RegExp; readonly methods: Set<string> }>();

  /** `url` in the router's syntax: `/v1/clusters/:cluster`, `/docs/*`. */
  add(url: string, methods: readonly string[]): void {
    // OPTIONS is answered for every path, by no route.
    if (methods.every((method) => method === 'OPTIONS')) return;
    const known = this.#routes.get(url) ?? { path: pathPattern(url), methods: new Set<string>() };
    for (const method of methods) known.methods.add(method);
    this.#routes.set(url, known);
  }

  /** In alphabetical order; empty when there is nothing at the path. */
  of(path: string): readonly string[] {
    const found = new Set<string>();
    for (const route of this.#routes.values()) {
      if (route.path.test(path)) for (const method of route.methods) found.add(method);
    }
    return [...found].sort();
  }
}

function pathPattern(url: string): RegExp {
  const steps = url.split(/(:[A-Za-z]+|\*)/).map((step) => {
    if (step === '*') return '.*';
    return step.startsWith(':') ? '[^/]+' : step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${steps.join('')}$`);
}
