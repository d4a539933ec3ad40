// Writes the messages of Kubernetes v1.34 on the wire into libs/kubernetes-schema, out of protobuf.json of a folder and
// the Go structures of k8s.io/api and k8s.io/apimachinery in another. A structure says which fields are pointers, whose
// zero is a value, which are printed though they are zero, and which are embedded, so that JSON has their fields in
// place.
// `npm run kubernetes-messages -- DIR GO`, where GO has the folders api and apimachinery; with `--check` it says
// whether the table is what it would write.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TABLE = join(ROOT, 'libs/kubernetes-schema/src/wire/kubernetes-messages.ts');
const WIDTH = 118;
const MODULES = new Map([
  ['k8s.io.apimachinery.', 'apimachinery'],
  ['k8s.io.api.', 'api'],
]);

const [folder, sources] = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
if (folder === undefined || sources === undefined)
  throw new Error(
    'usage: npm run kubernetes-messages -- DIR GO: the folder of protobuf.json, and of api and apimachinery',
  );
const messages = JSON.parse(readFileSync(join(folder, 'protobuf.json'), 'utf8'));

/** The messages of each package whose version is stable, by package. */
const packages = new Map();
for (const [fullName, fields] of Object.entries(messages)) {
  const dot = fullName.lastIndexOf('.');
  const packageName = fullName.slice(0, dot);
  if (/\.v\d+(alpha|beta)\d+$/.test(packageName) || moduleOf(packageName) === undefined) continue;
  packages.set(packageName, [...(packages.get(packageName) ?? []), { name: fullName.slice(dot + 1), fields }]);
}

function moduleOf(packageName) {
  return [...MODULES].find(([prefix]) => packageName.startsWith(prefix));
}

/** `type Name struct`: the type and the tags of each field, by its name on the wire. */
function structuresOf(packageName) {
  const [prefix, module] = moduleOf(packageName);
  const directory = join(sources, module, packageName.slice(prefix.length).replaceAll('.', '/'));
  const structures = new Map();
  if (!existsSync(directory)) throw new Error(`there is no ${directory}`);
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.go') && !/generated|_test/.test(name))) {
    const text = readFileSync(join(directory, file), 'utf8');
    for (const [, name, body] of text.matchAll(/^type (\w+) struct \{\n([^]*?)^\}/gm))
      structures.set(name, fieldsIn(body));
  }
  return structures;
}

function fieldsIn(body) {
  const fields = new Map();
  for (const [, type, tags] of body.matchAll(/^\s*(?:\w+\s+)?(\S+)\s+`(.*?)`/gm)) {
    const [, tag] = /protobuf:"([^"]*)"/.exec(tags) ?? [];
    // An embedded structure without a name of its own has that of its type.
    const name = tag && (/\bname=(\w+)/.exec(tag)?.[1] ?? type[0].toLowerCase() + type.slice(1));
    const [json = '', ...options] = (/json:"([^"]*)"/.exec(tags)?.[1] ?? '').split(',');
    if (name !== undefined) fields.set(name, { pointer: type.startsWith('*'), json, options });
  }
  return fields;
}

/** Packages have their last names: `core.v1`, `meta.v1`, `intstr`. */
function shortPackage(packageName) {
  return packageName.replace(/^k8s\.io\.(api|apimachinery\.pkg\.(apis|api|util)|apimachinery\.pkg)\./, '');
}

function shapeOf(type, packageName) {
  const entries = /^map<string, (.*)>$/.exec(type)?.[1];
  if (entries !== undefined) return `{}${shapeOf(entries, packageName)}`;
  if (!type.includes('.')) return type;
  const dot = type.lastIndexOf('.');
  const name = type.slice(dot + 1);
  return type.slice(0, dot) === packageName ? name : `${shortPackage(type.slice(0, dot))}.${name}`;
}

/** `name=number`, `:shape` where it holds no text, and the marks that `message-table.ts` describes. */
function fieldText(packageName, [name, [number, type, repeated]], fact) {
  const { pointer = true, json = name, options = ['omitempty'] } = fact ?? {};
  const isList = repeated !== undefined || type.startsWith('map<');
  const inline = options.includes('inline');
  const printed =
    !isList && !pointer && !options.includes('omitzero') && (type.includes('.') || !options.includes('omitempty'));
  const mark = inline ? '~' : isList ? '' : pointer ? '?' : printed ? '!' : '';
  const shape = `${repeated === undefined ? '' : '[]'}${shapeOf(type, packageName)}`;
  return `${json === '' || json === '-' ? name : json}${mark}=${number}${shape === 'string' ? '' : `:${shape}`}`;
}

/** Further lines of a message are indented. */
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

const lines = [];
for (const [packageName, members] of [...packages].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const structures = structuresOf(packageName);
  lines.push(shortPackage(packageName));
  for (const { name, fields } of members.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const facts = structures.get(name) ?? new Map();
    const texts = Object.entries(fields)
      .sort(([, [a]], [, [b]]) => a - b)
      .map((field) => fieldText(packageName, field, facts.get(field[0])));
    lines.push(wrapped([`${name}:`, ...texts].join(' ')));
  }
}
const text = `/**
 * The messages of Kubernetes v1.34 on the wire. A line without a colon is a package; under it, one message a line: its
 * name and its fields in the order of their numbers. \`message-table.ts\` reads it, and describes the words. Written by
 * \`npm run kubernetes-messages\`; not to be edited.
 */
export const KUBERNETES_MESSAGES = \`
${lines.join('\n')}
\`;
`;
if (!process.argv.includes('--check')) writeFileSync(TABLE, text);
else if (readFileSync(TABLE, 'utf8') !== text) {
  console.log(`${TABLE} is not what it would be written as`);
  process.exitCode = 1;
}
