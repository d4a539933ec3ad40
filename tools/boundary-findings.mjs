// The boundaries between the folders (.dependency-cruiser.cjs), and that no folders of a library or an app need each
// other, which no rule can say: read once for both.
import { execFile } from 'node:child_process';

const PROGRAM = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';

/** Every import that crosses a boundary and every circle of folders, a line each; an empty text means none. */
export async function boundaryFindings() {
  const { modules, summary } = JSON.parse(await cruised());
  // A spec may use what stands above its folder.
  const product = modules.filter(({ source }) => !/\.spec\.ts$|\/testing\//.test(source));
  const { folderCircles } = await import('../dist/test/folder-circles.js');
  if (modules.length === 0) throw new Error('dependency-cruiser read no module');
  return [
    ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} imports ${to}`),
    ...rootsOf(product).flatMap((root) =>
      folderCircles(product, root).map((circle) => `folders of ${root} in a circle: ${circle.join(', ')}`),
    ),
  ].join('\n');
}

/** The folders whose folders must not need each other: of every library and app. */
function rootsOf(modules) {
  return [...new Set(modules.flatMap(({ source }) => /^(?:libs|apps)\/[^/]+\/src(?=\/)/.exec(source) ?? []))];
}

/** What dependency-cruiser reads, as JSON; it ends with the number of violations. */
function cruised() {
  return new Promise((resolve, reject) => {
    const args = [PROGRAM, 'apps', 'libs', 'test', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
    execFile(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 27 }, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(`dependency-cruiser read nothing: ${stderr || error?.message}`));
      else resolve(stdout);
    });
  });
}
