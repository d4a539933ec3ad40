// Bundles what a service and its scheduling threads run: one file is loaded in a third of the time of its thousands of
// modules, and every thread loads them anew. Packages are left out, as they are installed. Run by tools/prepare.mjs.
import { utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'dist/apps/api/src');

// What is compiled from here on is not in the bundles: `isBundled` compares the times.
const begun = new Date();
await Promise.all([bundle('service', 'serve.js'), bundle('worker', 'boot/workers/scheduling-worker.js')]);

async function bundle(name, entry) {
  const folder = join(SOURCE, 'boot/bundles', name);
  const { output } = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [{ name: 'where-modules-are', enforce: 'pre', transform: placedIn(folder) }],
    ssr: { external: true, noExternal: [/^#/] },
    build: {
      ssr: join(SOURCE, entry),
      outDir: folder,
      emptyOutDir: true,
      target: 'esnext',
      minify: false,
      sourcemap: true,
      rolldownOptions: { output: { keepNames: true, entryFileNames: `${name}.js`, chunkFileNames: '[name].js' } },
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
