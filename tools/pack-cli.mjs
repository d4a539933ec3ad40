/**
 * `npm run pack:cli [-- --pack-destination FOLDER]`: the command as a package of its own, `berth-cli-VERSION.tgz`. It
 * holds the compiled files that the command reaches, and depends on the packages that those import, in the versions of
 * this checkout.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import typescript from 'typescript';

const ROOT = join(import.meta.dirname, '..');
const MAIN = 'dist/apps/cli/src/main.js';
const { version, license, type, engines, imports, dependencies } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);

const { files, packages, aliases } = reach(MAIN);
const folder = join(ROOT, 'dist/packages/berth-cli');
rmSync(folder, { recursive: true, force: true });
for (const file of [...files, 'LICENSE']) copy(file, file);
copy('docs/cli.md', 'README.md');
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
const { status } = spawnSync('npm', ['pack', ...process.argv.slice(2)], { cwd: folder, stdio: 'inherit' });
process.exitCode = status ?? 1;

/** What can be reached from a compiled file: files of this checkout, packages, and the aliases on the way. */
function reach(main) {
  const found = { files: new Set([main]), packages: new Set(), aliases: new Set() };
  // A set that grows is walked to its end.
  for (const file of found.files) {
    const { importedFiles } = typescript.preProcessFile(readFileSync(join(ROOT, file), 'utf8'), true, true);
    for (const { fileName: name } of importedFiles) {
      if (name.startsWith('.')) found.files.add(relative(ROOT, resolve(ROOT, dirname(file), name)));
      else if (name.startsWith('#')) {
        found.aliases.add(name);
        found.files.add(relative(ROOT, resolve(ROOT, imports[name].default)));
      } else if (!name.startsWith('node:')) found.packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)[0]);
    }
  }
  return found;
}

function copy(from, to) {
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  cpSync(join(ROOT, from), join(folder, to));
}

function manifest() {
  return {
    name: 'berth-cli',
    version,
    description: 'The berth command: a client of a Berth service for people and pipelines',
    license,
    type,
    engines,
    bin: { berth: `./${MAIN}` },
    // npm then shows the commit and the workflow that the package was built from, and refuses to publish without them.
    publishConfig: { access: 'public', provenance: true },
    imports: Object.fromEntries([...aliases].sort().map((alias) => [alias, imports[alias].default])),
    dependencies: Object.fromEntries([...needed()].sort().map((name) => [name, versionOf(name)])),
  };
}

/** With those that its packages leave to the one who installs them. */
function needed() {
  const peers = [...packages].flatMap((name) => {
    const { peerDependencies = {} } = JSON.parse(
      readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'),
    );
    return Object.keys(peerDependencies);
  });
  return new Set([...packages, ...peers]);
}

function versionOf(name) {
  const found = dependencies[name];
  if (found === undefined) throw new Error(`${name} is imported by the command and is no dependency of package.json`);
  return found;
}
