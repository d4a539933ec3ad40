// Adds to package-lock.json the optional packages of other platforms that npm left out because the registry
// it asked did not serve them; `npm ci` refuses a lock without them. Run by `npm run lock`; with --check it
// only reports what is missing.
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

const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
const missing = missingEntries(lock.packages);
if (process.argv.includes('--check')) {
  for (const path of missing.keys()) {
    console.error(`package-lock.json lacks ${path}: run \`npm run lock\``);
  }
  process.exitCode = missing.size > 0 ? 1 : 0;
} else if (missing.size > 0) {
  const sorted = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  writeFileSync(LOCK, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  console.log(`package-lock.json: added ${missing.size} packages of other platforms`);
}
