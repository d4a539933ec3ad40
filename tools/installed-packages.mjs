// Whether node_modules holds what package-lock.json says. Depends on nothing, as the set-up that uses it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The first package that is missing or of another version, in words; undefined when everything is there. */
export function missingPackage(root) {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined) {
    // npm writes this file last, so an interrupted installation lacks it.
    return 'node_modules is missing or incomplete';
  }
  const wanted = readPackages(join(root, 'package-lock.json')) ?? {};
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    const found = installed[path];
    if (path === '' || (optional && found === undefined)) {
      continue;
    }
    if (found?.version !== version) {
      return `${path} should be ${version} and is ${found?.version ?? 'missing'}`;
    }
    if (!existsSync(join(root, path, 'package.json'))) {
      return `${path} is gone`;
    }
  }
  return undefined;
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}
