import { defineConfig } from 'vite';

/** The page is in English, so the words of its components in other languages are left out: 10 KiB of the calendar. */
const OTHER_LANGUAGES = /\/react-(?:aria|stately)\/.*\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/;
const inEnglish = {
  name: 'in-english',
  load: { filter: { id: OTHER_LANGUAGES }, handler: () => 'export default {};' },
};

/** Built by tools/build-page.mjs; the service serves what is built under /ui/. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/ui/',
  plugins: [inEnglish],
  build: {
    outDir: '../../dist/apps/dashboard/page',
    emptyOutDir: true,
    target: 'es2022',
    // A file is a file: what stands in a script as data would need a wider content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  server: { proxy: Object.fromEntries(['/v1', '/graphql'].map((path) => [path, 'http://127.0.0.1:3000'])) },
});
