// Builds the web page, and packs each of its files once, so that serving one costs a read. Run by tools/prepare.mjs.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

const OUTPUT = 'dist/apps/dashboard/page';
/** The packages whose code is in the page: tools/bill-of-materials.mjs reads them. */
const PACKAGES = 'page-packages.json';
/** Below this, packing saves less than it costs to say. */
const WORTH_PACKING_BYTES = 512;

await build({
  configFile: 'apps/dashboard/vite.config.mjs',
  logLevel: 'error',
  build: { license: { fileName: PACKAGES } },
});
// Beside the page, which is served.
renameSync(join(OUTPUT, PACKAGES), join(OUTPUT, '..', PACKAGES));

for (const entry of readdirSync(OUTPUT, { recursive: true, withFileTypes: true })) {
  if (entry.isFile()) pack(join(entry.parentPath, entry.name));
}

function pack(path) {
  const bytes = readFileSync(path);
  if (bytes.length < WORTH_PACKING_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
