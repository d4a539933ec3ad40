// Writes the fields that Kubernetes v1.34 knows of the kinds that are kept or expanded, into libs/kubernetes, out of
// the type maps of the official client, which are generated from the API server's own OpenAPI. The client has a
// package.json of its own here: 54 MB for a table that changes with a version of Kubernetes.
// `npm run kubernetes-fields -- --check` says whether the table is still what it would write.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { allKinds } from '#kubernetes';

const HERE = dirname(fileURLToPath(import.meta.url));
const PACKAGES = join(HERE, 'kubernetes-fields');
const MODELS = join(PACKAGES, 'node_modules/@kubernetes/client-node/dist/gen/models');
const TABLE = join(dirname(HERE), 'libs/kubernetes/src/fields/kubernetes-types.ts');
const WIDTH = 118;

/** The OpenAPI says of amounts that they are texts. */
const QUANTITIES = new Set([
  'CSIStorageCapacity.capacity',
  'CSIStorageCapacity.maximumVolumeSize',
  'ContainerStatus.allocatedResources',
  'EmptyDirVolumeSource.sizeLimit',
  'LimitRangeItem.default',
  'LimitRangeItem.defaultRequest',
  'LimitRangeItem.max',
  'LimitRangeItem.maxLimitRequestRatio',
  'LimitRangeItem.min',
  'NodeStatus.allocatable',
  'NodeStatus.capacity',
  'Overhead.podFixed',
  'PersistentVolumeClaimStatus.allocatedResources',
  'PersistentVolumeClaimStatus.capacity',
  'PersistentVolumeSpec.capacity',
  'PodSpec.overhead',
  'ResourceFieldSelector.divisor',
  'ResourceQuotaSpec.hard',
  'ResourceQuotaStatus.hard',
  'ResourceQuotaStatus.used',
  'ResourceRequirements.limits',
  'ResourceRequirements.requests',
  'VolumeResourceRequirements.limits',
  'VolumeResourceRequirements.requests',
]);

/** How a scalar of the client is written in the table: its type and its format. */
const SCALARS = new Map([
  ['string ', 'text'],
  ['boolean ', 'flag'],
  ['number int32', 'int32'],
  ['number int64', 'int64'],
  ['Date date-time', 'time'],
  ['IntOrString int-or-string', 'intOrText'],
  ['any ', 'any'],
]);

/** Kinds that are not kept, but whose objects what-ifs read: they make pods. */
const EXPANDED_KINDS = ['Deployment', 'DaemonSet', 'Job', 'CronJob'];

async function readModels() {
  const models = new Map();
  for (const file of readdirSync(MODELS).filter((name) => /^\w+V1\w+\.js$|^V1\w+\.js$/.test(name))) {
    for (const [name, model] of Object.entries(await import(pathToFileURL(join(MODELS, file))))) {
      if (Array.isArray(model.attributeTypeMap)) models.set(name, model.attributeTypeMap);
    }
  }
  return models;
}

/** `V1PodSpec`, `CoreV1ResourceClaim` */
function typeName(model) {
  return model.replace(/^(Core|Storage)?V1/, '');
}

class Writer {
  #lines = new Map();

  constructor(models) {
    this.models = models;
  }

  add(model) {
    const name = typeName(model);
    const written = this.#lines.get(name);
    if (written !== undefined && written.model !== model) throw new Error(`${model} and ${written.model} share a name`);
    if (written !== undefined) return;
    const entry = { model, text: '' };
    this.#lines.set(name, entry);
    entry.text = this.models
      .get(model)
      .map(({ baseName, type, format }) => [baseName, this.#shape(`${name}.${baseName}`, type, format)])
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([field, shape]) => (shape === 'text' ? field : `${field}:${shape}`))
      .join(' ');
  }

  #shape(field, type, format) {
    const items = /^Array<(.*)>$/.exec(type)?.[1];
    if (items !== undefined) return `[]${this.#shape(field, items, format)}`;
    const entries = /^\{ \[key: string\]: (.*); \}$/.exec(type)?.[1];
    if (entries !== undefined) return `{}${this.#shape(field, entries, format)}`;
    if (this.models.has(type)) {
      this.add(type);
      return typeName(type);
    }
    if (QUANTITIES.has(field)) return 'quantity';
    const scalar = SCALARS.get(`${type} ${format}`);
    if (scalar === undefined) throw new Error(`${field} is a ${type} (${format}), which the table has no word for`);
    return scalar;
  }

  get text() {
    return [...this.#lines]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { text }]) => wrapped(`${name} ${text}`.trim()))
      .join('\n');
  }
}

/** Further lines of a type are indented. */
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

if (!existsSync(MODELS)) {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: PACKAGES, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const writer = new Writer(await readModels());
for (const { kind } of allKinds()) writer.add(`V1${kind}`);
for (const name of ['Binding', ...EXPANDED_KINDS]) writer.add(`V1${name}`);
const { version } = JSON.parse(readFileSync(join(MODELS, '../../../package.json'), 'utf8'));
const text = `/**
 * The types behind the kinds that are kept or expanded, as Kubernetes v1.34 has them, one a line: its name, and its
 * fields, each with what it holds where that is no text. Read by \`field-table.ts\`. Written by
 * \`npm run kubernetes-fields\` out of @kubernetes/client-node ${version}; not to be edited.
 */
export const KUBERNETES_TYPES = \`
${writer.text}
\`;
`;
if (!process.argv.includes('--check')) writeFileSync(TABLE, text);
else if (readFileSync(TABLE, 'utf8') !== text) {
  console.log(`${TABLE} is not what it would be written as`);
  process.exitCode = 1;
}
