// Bundles what a scheduling thread runs: one file is loaded in a third of the time of its 1,500 modules, and every
// thread loads them anew. Packages are left out, as they are installed. Run by tools/prepare.mjs.
import { statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const WORKERS = join(ROOT, 'dist/apps/api/src/boot/workers');
const FOLDER = join(WORKERS, 'bundled');

// What is compiled from here on is not in the bundle: `workerModule` compares the times.
const begun = new Date();
const { output } = await build({
  configFile: false,
  root: ROOT,
  logLevel: 'error',
  plugins: [{ name: 'where-modules-are', enforce: 'pre', transform: placed }],
  ssr: { external: true, noExternal: [/^#/] },
  build: {
    ssr: join(WORKERS, 'scheduling-worker.js'),
    outDir: FOLDER,
    emptyOutDir: true,
    target: 'esnext',
    minify: false,
    sourcemap: true,
    rolldownOptions: { output: { keepNames: true, entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
});
for (const { fileName } of output) utimesSync(join(FOLDER, fileName), begun, begun);
console.log(`${output.length} files, ${statSync(join(FOLDER, 'scheduling-worker.js')).size} bytes`);

/** A module finds files beside itself where it stands in dist. */
function placed(code, id) {
  if (!code.includes('import.meta') || !id.startsWith(ROOT)) return null;
  const place = `new URL('${relative(FOLDER, id)}', import.meta.url).href`;
  const text = code.replace(/\bimport\.meta\.(?!resolve\b)(\w+)/g, (whole, name) => {
    if (name !== 'url') throw new Error(`${relative(ROOT, id)}: ${whole} is not known to be right in a bundle`);
    return place;
  });
  return { code: text, map: null };
}
