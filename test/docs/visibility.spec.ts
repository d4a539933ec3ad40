import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

/** The names of the table, in its order. */
function named(): string[] {
  const table = readFileSync('docs/visibility.md', 'utf8').split('## Operation by operation')[1] ?? '';
  return table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name));
}

/** Paths of the Kubernetes API are one row for all kinds. */
const KUBERNETES = /^\/v1\/clusters\/\{cluster\}\/(api|apis|version|healthz|livez|readyz)(\/|$)/;

/** Everything that reads: routes by their names, fields of GraphQL where reading begins. */
function reading(): string[] {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;
  const routes = Object.entries(paths)
    .filter(([path]) => !KUBERNETES.test(path))
    .flatMap(([, methods]) => methods['get']?.operationId ?? []);
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const fields = ['Query', 'Subscription', 'Cluster'].flatMap((name) => {
    const type = schema.getType(name);
    return type === undefined || !('getFields' in type)
      ? []
      : Object.keys(type.getFields()).map((field) => `${name}.${field}`);
  });
  return [...routes, ...fields];
}

test('docs/visibility.md lists every operation that reads, once', () => {
  expect(named().sort()).toEqual(reading().sort());
});
