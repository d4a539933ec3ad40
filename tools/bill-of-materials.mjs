// `npm run sbom`: what ships, as a CycloneDX document made by `npm sbom`, and the texts of the licences, in
// dist/bill-of-materials. What ships is what production installs, and the packages whose code is in the web page. With
// --check it only reports licences that are not among the permitted ones.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'dist/bill-of-materials');
/** Written with the page, by vite. */
const PAGE_PACKAGES = join(ROOT, 'dist/apps/dashboard/page-packages.json');
/** Licences that ask for nothing but their text and a notice. */
const PERMITTED = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0'],
  ...['ISC', 'MIT', 'Python-2.0', 'Unlicense'],
];
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

const shipped = bill();
const refused = shipped.components.filter((component) => !isPermitted(licenceOf(component)));
for (const component of refused)
  console.error(`${nameOf(component)}@${component.version} is under ${licenceOf(component) || 'no licence'}`);
if (refused.length > 0) process.exitCode = 1;
else if (!process.argv.includes('--check')) write();

function bill() {
  const production = npmSbom('--omit=dev', '--omit=optional');
  const known = new Set(production.components.map(({ purl }) => purl));
  const inPage = new Set(
    JSON.parse(readFileSync(PAGE_PACKAGES, 'utf8')).map(({ name, version }) => `${name}@${version}`),
  );
  const page = npmSbom().components.filter(
    (component) => inPage.has(`${nameOf(component)}@${component.version}`) && !known.has(component.purl),
  );
  const metadata = {
    ...production.metadata,
    component: { ...production.metadata.component, type: 'application', name: 'berth' },
  };
  return { ...production, metadata, components: [...production.components, ...page] };
}

/** From the lock: what another machine would install is the same. */
function npmSbom(...omitted) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', ...omitted];
  return JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 }));
}

function nameOf({ group, name }) {
  return group === undefined ? name : `${group}/${name}`;
}

function licenceOf({ licenses = [] }) {
  return licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ');
}

/** One of alternatives is enough; of several that hold together all are needed. */
function isPermitted(expression) {
  const plain = expression.replace(/[()]/g, '');
  return plain.split(' OR ').some((one) => one.split(' AND ').every((id) => PERMITTED.includes(id)));
}

function write() {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'berth.cdx.json'), `${JSON.stringify(shipped, null, 2)}\n`);
  const places = folders();
  const texts = shipped.components.map(
    (component) =>
      `${nameOf(component)} ${component.version}: ${licenceOf(component)}\n\n${licenceText(component, places)}`,
  );
  writeFileSync(join(FOLDER, 'licences.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
  console.log(`dist/bill-of-materials: berth.cdx.json, licences.txt, ${shipped.components.length} packages`);
}

/** Where each package lies that the lock knows, by name and version. */
function folders() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return new Map(
    Object.entries(packages).map(([path, { name = path.replace(/^.*node_modules\//, ''), version }]) => [
      `${name}@${version}`,
      path,
    ]),
  );
}

function licenceText(component, places) {
  const path = places.get(`${nameOf(component)}@${component.version}`) ?? '';
  if (path === '' || !existsSync(join(ROOT, path))) return '';
  const files = readdirSync(join(ROOT, path)).filter((name) => LICENCE_FILE.test(name));
  return files.map((name) => `${readFileSync(join(ROOT, path, name), 'utf8').trimEnd()}\n`).join('\n');
}
