import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const ROOT = join(import.meta.dirname, '../../..');

/** The module of the package that brings kubectl, which is outside of the compiled tree. */
interface Kubectls {
  readonly VERSIONS: readonly string[];
  kubectlOf(version: string): Promise<string>;
}

/** The releases of kubectl that sessions are played with, the oldest first, and the path of the binary of one. */
export const { VERSIONS, kubectlOf } = (await import(
  pathToFileURL(join(ROOT, 'tools/kubectl/kubectl.mjs')).href
)) as Kubectls;
