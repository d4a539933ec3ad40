import type { OpenAPIObject } from '@nestjs/swagger';

/** An operation as the list has it. */
interface Listed {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Where the page that tries operations has it. */
  readonly place: string;
}

const METHODS: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];

/** Finds operations by words, and leads links of before, which named an operation behind a `#/`, to where it is. */
export const FIND = `if (location.hash.startsWith('#/')) location.replace('/docs/operations' + location.hash);
const field = document.querySelector('#find');
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/);
  for (const row of document.querySelectorAll('li'))
    row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
  for (const group of document.querySelectorAll('section'))
    group.hidden = group.querySelector('li:not([hidden])') === null;
});
`;

/**
 * Every operation by its group, as text that is there at once: Swagger UI takes seconds to resolve the document before
 * it shows one, and is where an operation is looked at and tried.
 */
export function operationsPage({ paths, tags = [] }: OpenAPIObject): string {
  const groups = new Map(tags.map(({ name }) => [name, [] as Listed[]]));
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item as Readonly<Record<string, Operation>>))
      if (METHODS.includes(method)) {
        const { operationId = '', summary = '', tags: [tag = ''] = [] } = operation;
        const place = `/docs/operations#/${encodeURIComponent(tag)}/${operationId}`;
        groups.set(tag, [...(groups.get(tag) ?? []), { method, path, summary, place }]);
      }
  const descriptions = new Map(tags.map(({ name, description = '' }) => [name, description]));
  const sections = [...groups]
    .filter(([, operations]) => operations.length > 0)
    .map(([tag, operations]) => section(tag, descriptions.get(tag) ?? '', operations));
  return `<main><h1>Berth API</h1>
<p><label>Find <input id="find" type="search" placeholder="runs, POST, clusters" autofocus></label></p>
${sections.join('\n')}
</main>
<script src="/docs/find.js"></script>`;
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
}

function section(tag: string, description: string, operations: readonly Listed[]): string {
  const rows = operations.map(({ method, path, summary, place }) => {
    const name = `<b>${method.toUpperCase()}</b> <code>${text(path)}</code>`;
    return `<li><a href="${text(place)}">${name}</a> ${text(summary)}</li>`;
  });
  const head = `<h2 id="${text(tag)}">${text(tag)}</h2><p>${text(description)}</p>`;
  return `<section>${head}<ul>\n${rows.join('\n')}\n</ul></section>`;
}

function text(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
