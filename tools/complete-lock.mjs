// Adds to package-lock.json the optional packages of other platforms that npm left out because the registry
// it asked did not serve them, for `npm ci` refuses a lock without them; and the hashes of packages that have none,
// without which any bytes would be installed. Run by `npm run lock`; with --check it only reports what is missing.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const LOCK = new URL('../package-lock.json', import.meta.url);
const SYSTEMS = ['darwin', 'linux', 'win32', 'freebsd', 'android', 'openharmony', 'aix', 'sunos', 'netbsd', 'openbsd'];
// Longer names first: `arm` is also the beginning of `arm64`.
const PROCESSORS = ['arm64', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'arm'];

/** The names of the optional packages that the lock wants and lacks, each with its entry. */
function missingEntries(packages) {
  const missing = new Map();
  for (const [wanting, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!resolves(packages, wanting, name)) {
        missing.set(`node_modules/${name}`, platformEntry(name, version, entry.dev));
      }
    }
  }
  return missing;
}

/** Node's own search: beside the package that wants it, then upwards. */
function resolves(packages, wanting, name) {
  for (let folder = wanting; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) {
      return true;
    }
    if (folder === '') {
      return false;
    }
  }
}

function platformEntry(name, version, dev) {
  const os = SYSTEMS.find((system) => name.includes(system));
  const cpu = PROCESSORS.find((processor) => name.includes(processor));
  if (os === undefined || cpu === undefined || !/^\d/.test(version)) {
    throw new Error(`${name}@${version} is missing from the lock, and its name does not say which platform it is for`);
  }
  return { version, cpu: [cpu], ...(dev ? { dev } : {}), optional: true, os: [os] };
}

/** Paths of the packages of a registry whose bytes nothing fixes. */
function withoutIntegrity(packages) {
  return Object.entries(packages).flatMap(([path, { link, integrity }]) =>
    path !== '' && !link && integrity === undefined ? [path] : [],
  );
}

/** What the registry says of one version: its hash and its licence. */
function published(path, { version }) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const asked = ['view', `${name}@${version}`, 'dist.integrity', 'license', '--json'];
  // Of a version that the registry does not serve it says nothing: --check reports the package until it does.
  const said = JSON.parse(execFileSync('npm', asked, { encoding: 'utf8' }) || '{}');
  return { integrity: said['dist.integrity'], license: said.license };
}

/** An entry as npm writes it: the version and the hash first, all other members by name. */
function completed({ version, ...entry }, { integrity, license }) {
  const rest = { ...entry, ...(license === undefined ? {} : { license }) };
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return { version, integrity, ...Object.fromEntries(sorted) };
}

const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
const missing = missingEntries(lock.packages);
if (process.argv.includes('--check')) {
  const complaints = [
    ...[...missing.keys()].map((path) => `lacks ${path}`),
    ...withoutIntegrity(lock.packages).map((path) => `has no integrity hash of ${path}`),
  ];
  for (const complaint of complaints) console.error(`package-lock.json ${complaint}: run \`npm run lock\``);
  process.exitCode = complaints.length > 0 ? 1 : 0;
} else {
  const packages = { ...lock.packages, ...Object.fromEntries(missing) };
  const unhashed = withoutIntegrity(packages);
  for (const path of unhashed) packages[path] = completed(packages[path], published(path, packages[path]));
  const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(LOCK, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  console.log(`package-lock.json: added ${missing.size} packages of other platforms, and ${unhashed.length} hashes`);
}
