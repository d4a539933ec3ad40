import type { OpenAPIObject } from '@nestjs/swagger';

/** The tag of the operations of the Kubernetes API. */
const KUBERNETES = 'kubernetes';

/** What a page of the documentation is about: Berth's own operations, or those of the Kubernetes API. */
export type DocsPart = 'berth' | 'kubernetes';

/**
 * The operations of one part and the shapes that they refer to. The whole has 1.6 MB, which a browser takes seconds to
 * resolve before it shows an operation.
 */
export function partOf(document: OpenAPIObject, part: DocsPart): OpenAPIObject {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(([, item]) => isOfKubernetes(item) === (part === 'kubernetes')),
  );
  const used = new Set<string>();
  const all = new Map(Object.entries(document.components?.schemas ?? {}));
  const follow = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref: ref } = value as { readonly $ref?: unknown };
    const name = typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : undefined;
    if (name !== undefined && !used.has(name)) {
      used.add(name);
      follow(all.get(name));
    }
    Object.values(value).forEach(follow);
  };
  follow(paths);
  follow({ ...document.components, schemas: {} });
  const schemas = Object.fromEntries([...all].filter(([name]) => used.has(name)));
  const tags = (document.tags ?? []).filter(({ name }) => (name === KUBERNETES) === (part === 'kubernetes'));
  return { ...document, tags, paths, components: { ...document.components, schemas } };
}

function isOfKubernetes(item: object): boolean {
  return Object.values(item).some((operation: unknown) => {
    const { tags } = (operation ?? {}) as { readonly tags?: unknown };
    return Array.isArray(tags) && tags.includes(KUBERNETES);
  });
}
