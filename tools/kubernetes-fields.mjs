// Writes what Kubernetes v1.34 says of its types and its resources into libs/kubernetes-schema, out of types.json and
// kinds.json of a folder: the OpenAPI documents of its API server as data. Descriptions are not among them.
// `npm run kubernetes-fields -- DIR` writes the tables; with `--check` it says whether they are what it would write.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIELDS = join(dirname(dirname(fileURLToPath(import.meta.url))), 'libs/kubernetes-schema/src/fields');
const WIDTH = 118;

/** The groups whose kinds are served, and the bodies of their subresources with them. */
const GROUP_VERSIONS = [
  ...['v1', 'apps/v1', 'authentication.k8s.io/v1', 'authorization.k8s.io/v1', 'autoscaling/v1', 'autoscaling/v2'],
  ...[
    'batch/v1',
    'coordination.k8s.io/v1',
    'discovery.k8s.io/v1',
    'events.k8s.io/v1',
    'networking.k8s.io/v1',
    'node.k8s.io/v1',
  ],
  ...['policy/v1', 'rbac.authorization.k8s.io/v1', 'resource.k8s.io/v1', 'scheduling.k8s.io/v1', 'storage.k8s.io/v1'],
];
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
/** What answers and requests are made of beside the kinds. */
const PROTOCOL = ['DeleteOptions', 'ListMeta', 'Status'].map((name) => `${META}.${name}`);
/** Named types that are a scalar, or whose inside is not known. */
const SCALAR_TYPES = new Map([
  [`${META}.Time`, 'time'],
  [`${META}.MicroTime`, 'microTime'],
  [`${META}.FieldsV1`, 'any'],
  ['io.k8s.apimachinery.pkg.api.resource.Quantity', 'quantity'],
  ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', 'intOrText'],
  ['io.k8s.apimachinery.pkg.runtime.RawExtension', 'any'],
]);
const SCALARS = new Map([
  ['string', 'text'],
  ['string byte', 'bytes'],
  ['boolean', 'flag'],
  ['integer int32', 'int32'],
  ['integer int64', 'int64'],
]);
/** The default of a field that is always there: nothing is written of it. */
const ZEROS = new Map([
  ['text', ''],
  ['flag', false],
  ['int32', 0],
  ['int64', 0],
]);

const [folder] = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
if (folder === undefined)
  throw new Error('usage: npm run kubernetes-fields -- DIR, which has types.json and kinds.json');
const types = JSON.parse(readFileSync(join(folder, 'types.json'), 'utf8'));
const kinds = JSON.parse(readFileSync(join(folder, 'kinds.json'), 'utf8'));

const resources = GROUP_VERSIONS.flatMap((groupVersion) =>
  Object.entries(kinds[groupVersion]).map(([plural, resource]) => ({ groupVersion, plural, ...resource })),
);
const reached = reachedTypes();
const names = namesOfTypes();

function reachedTypes() {
  const typeOfKind = new Map(
    Object.entries(types).flatMap(([name, { kind }]) => (kind === undefined ? [] : [[kindKey(kind), name]])),
  );
  const found = new Set();
  const visit = (shape) => {
    const inner = shape.items ?? shape.values;
    if (inner !== undefined) visit(inner);
    if (shape.ref === undefined || SCALAR_TYPES.has(shape.ref) || found.has(shape.ref)) return;
    found.add(shape.ref);
    Object.values(types[shape.ref].fields ?? {}).forEach(visit);
  };
  for (const { actions, subresources } of resources) {
    for (const action of [actions, ...Object.values(subresources)].flatMap((all) => Object.values(all))) {
      const ref = action.kind && typeOfKind.get(kindKey(action.kind));
      if (ref !== undefined) visit({ ref });
    }
  }
  for (const ref of PROTOCOL) visit({ ref });
  return [...found].sort(byText);
}

function kindKey({ group, version, kind }) {
  return `${group}/${version} ${kind}`;
}

function byText(a, b) {
  return a < b ? -1 : Number(a > b);
}

/** `PodSpec`; where two packages have a type of the name, the end of the package stands before it: `core.v1.Event`. */
function namesOfTypes() {
  const short = (full) => full.slice(full.lastIndexOf('.') + 1);
  const counts = new Map();
  for (const full of reached) counts.set(short(full), (counts.get(short(full)) ?? 0) + 1);
  return new Map(
    reached.map((full) => [full, counts.get(short(full)) === 1 ? short(full) : full.split('.').slice(-3).join('.')]),
  );
}

function typesText() {
  const lines = [];
  let current = '';
  for (const full of reached) {
    const packageName = full.slice(0, full.lastIndexOf('.'));
    if (packageName !== current) lines.push((current = packageName));
    lines.push(wrapped(typeLine(full)));
  }
  return lines.join('\n');
}

function typeLine(full) {
  const { fields = {}, required = [], unions = [], ...facts } = types[full];
  const [union] = unions;
  const ofUnion = union && Object.entries(union['fields-to-discriminateBy']).map((pair) => pair.join(':'));
  const name = [names.get(full), ...(facts['map-type'] === 'atomic' ? ['atomic'] : [])];
  if (union !== undefined) name.push(`union=${union.discriminator},${ofUnion.join(',')}`);
  const texts = Object.keys(fields)
    .sort(byText)
    .map((field) => fieldText(field, fields[field], required.includes(field)));
  return [name.join(';'), ...texts].join(' ');
}

function fieldText(field, facts, isRequired) {
  const shape = shapeText(facts);
  const head = `${field}${isRequired ? '!' : ''}${shape === 'text' ? '' : `:${shape}`}`;
  return [head, ...listFacts(facts), ...patchFacts(facts), ...defaultFacts(facts, shape, isRequired)].join(';');
}

function shapeText({ ref, type, format, items, values }) {
  if (ref !== undefined) return SCALAR_TYPES.get(ref) ?? names.get(ref);
  if (type === 'array') return `[]${shapeText(items)}`;
  if (type === 'object') return values === undefined ? 'any' : `{}${shapeText(values)}`;
  const scalar = SCALARS.get(format === undefined ? type : `${type} ${format}`);
  if (scalar === undefined) throw new Error(`the table has no word for a ${type} (${format})`);
  return scalar;
}

/** Nothing is written of an atomic list: most are. */
function listFacts({ type, ...facts }) {
  if (facts['map-type'] !== undefined) return [facts['map-type']];
  if (type !== 'array' || facts['list-type'] === 'atomic') return [];
  if (facts['list-type'] === 'map') return [`keys=${facts['list-map-keys'].join(',')}`];
  return [facts['list-type'] ?? 'plain'];
}

function patchFacts(facts) {
  const strategy = facts['patch-strategy'];
  const key = facts['patch-merge-key'];
  return [...(strategy === undefined ? [] : [`patch=${strategy}`]), ...(key === undefined ? [] : [`by=${key}`])];
}

function defaultFacts(facts, shape, isRequired) {
  const usual = isRequired ? ZEROS.get(shape) : undefined;
  if (facts.default === usual) return [];
  return [facts.default === undefined ? 'undefaulted' : `default=${JSON.stringify(facts.default)}`];
}

function resourceLine({ groupVersion, plural, kind, namespaced, actions, subresources }) {
  const parts = Object.entries(subresources)
    .sort(([a], [b]) => byText(a, b))
    .map(([name, all]) => `${name}:${actionsText(all)}`);
  return wrapped(
    [groupVersion, plural, kind, namespaced ? 'namespaced' : 'cluster', actionsText(actions), ...parts].join(' '),
  );
}

/** Verbs, and behind an equals sign the kind of body and answer, where the document has one. */
function actionsText(actions) {
  const verbs = Object.keys(actions).sort(byText).join(',');
  const bodies = new Set(Object.values(actions).flatMap(({ kind }) => (kind === undefined ? [] : [bodyText(kind)])));
  if (bodies.size > 1) throw new Error(`more than one body: ${[...bodies].join(', ')}`);
  return [verbs, ...bodies].join('=');
}

function bodyText({ group, version, kind }) {
  return `${group === '' ? '' : `${group}/`}${version}.${kind}`;
}

/** Further lines of an entry are indented. */
function wrapped(line) {
  const lines = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > WIDTH) {
      lines.push(current);
      current = ` ${word}`;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current].join('\n');
}

const TABLES = {
  'kubernetes-types.ts': `/**
 * The types of Kubernetes v1.34 behind the kinds of its served groups. A line without a space is a package; under it,
 * one type a line: its name and its fields. \`field-table.ts\` reads it, and describes the words. Written by
 * \`npm run kubernetes-fields\`; not to be edited.
 */
export const KUBERNETES_TYPES = \`
${typesText()}
\`;
`,
  'kubernetes-resources.ts': `/**
 * The resources of Kubernetes v1.34 in its served groups, one a line: version, name, kind, scope, verbs, and each
 * subresource with its verbs. Behind an equals sign stands the kind of body and answer. \`resource-table.ts\` reads it.
 * Written by \`npm run kubernetes-fields\`; not to be edited.
 */
export const KUBERNETES_RESOURCES = \`
${resources.map(resourceLine).join('\n')}
\`;
`,
};
for (const [file, text] of Object.entries(TABLES)) {
  const path = join(FIELDS, file);
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.log(`${path} is not what it would be written as`);
    process.exitCode = 1;
  }
}
