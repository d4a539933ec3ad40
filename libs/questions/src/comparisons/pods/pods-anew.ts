import type { Manifest } from '#rows';

/**
 * Pods as they are to be placed: they ask for no node by name, and have none in view. Those of equal specs share one:
 * it is stored once, and the engine knows their class at once.
 */
export class PodsAnew {
  readonly #specs = new Map<string, Readonly<Record<string, unknown>>>();

  of(pod: Manifest): Manifest {
    const { nodeName: _node, ...spec } = (pod.spec ?? {}) as { readonly nodeName?: string };
    const { nominatedNodeName: _inView, ...status } = (pod.status ?? {}) as { readonly nominatedNodeName?: string };
    return { ...pod, spec: this.#shared(spec), status };
  }

  #shared(spec: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const text = JSON.stringify(spec);
    const known = this.#specs.get(text);
    if (known !== undefined) return known;
    this.#specs.set(text, spec);
    return spec;
  }
}
