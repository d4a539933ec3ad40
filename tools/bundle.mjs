// Bundles what a service and its scheduling threads run: one file loads faster than its thousands of modules, and every
// thread loads them anew. Packages are left out, as they are installed. Run by tools/prepare.mjs.
import { utimesSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'vite';
import { bundleOf, PROGRAMS } from '../dist/apps/api/src/boot/bundle.js';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

// What is compiled from here on is not in the bundles: `isBundled` compares the times.
const begun = new Date();
await Promise.all(Object.entries(PROGRAMS).map(([program, module]) => bundle(join(DIST, module), bundleOf(program))));

async function bundle(module, file) {
  const folder = join(DIST, dirname(file));
  const { output } = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [{ name: 'where-modules-are', enforce: 'pre', transform: placedIn(folder) }],
    ssr: { external: true, noExternal: [/^#/] },
    build: {
      ssr: module,
      outDir: folder,
      emptyOutDir: true,
      target: 'esnext',
      minify: false,
      sourcemap: true,
      rolldownOptions: { output: { keepNames: true, entryFileNames: basename(file), chunkFileNames: '[name].js' } },
    },
  });
  for (const { fileName } of output) utimesSync(join(folder, fileName), begun, begun);
}

/** A module finds files beside itself where it stands in dist. */
function placedIn(folder) {
  return (code, id) => {
    if (!code.includes('import.meta') || !id.startsWith(ROOT)) return null;
    const place = `new URL('${relative(folder, id)}', import.meta.url).href`;
    const text = code.replace(/\bimport\.meta\.(?!resolve\b)(\w+)/g, (whole, name) => {
      if (name !== 'url') throw new Error(`${relative(ROOT, id)}: ${whole} is not known to be right in a bundle`);
      return place;
    });
    return { code: text, map: null };
  };
}
