import { existsSync, readdirSync, readFileSync, type Dirent } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

/** What is made, fetched or nobody's page. */
const SKIPPED = /^(node_modules|dist|coverage|\..*)$/;

/** Folders that are the same in every lib. */
const EVERYWHERE = ['testing', 'generated'];

const FILE = /\.(ts|mjs|cjs|js|json|jsonl|md)$/;
const TOP = /^(apps|docs|libs|prisma|test|tools)\//;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.test(name))
    .flatMap((entry: Dirent) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

const FILES = filesBelow('.');
const PAGES = FILES.filter((path) => path.endsWith('.md'));
const READMES = PAGES.filter((path) => basename(path) === 'README.md');

const textOf = (path: string): string => readFileSync(path, 'utf8');
const withoutBlocks = (text: string): string => text.replace(/^```[^]*?^```$/gm, '');

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...withoutBlocks(textOf(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Links to other pages that lead nowhere. */
function brokenLinks(page: string): string[] {
  const links = [...withoutBlocks(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(target)) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
  });
}

/** What a page names between backticks, as far as it can only be a file or a folder. */
function namedPaths(page: string): string[] {
  const codes = [...withoutBlocks(textOf(page)).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const isPath = (code: string): boolean =>
    /^[\w.*/-]+$/.test(code) && !/^(dist|node_modules)\b|^[./]/.test(code) && !/^[A-Z_]+\//.test(code);
  return codes.filter((code) => isPath(code) && (FILE.test(code) || TOP.test(code) || /^[\w-]+.*\/$/.test(code)));
}

/** Whether a name is there: from the root, from the page's folder or from anywhere below it. */
function isThere(page: string, name: string): boolean {
  const folder = `${normalize(dirname(page))}/`.replace(/^\.\//, '');
  const path = name.replace(/\/$/, '');
  const pattern = path.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const here = new RegExp(`(^|/)${pattern}(/|$)`);
  return existsSync(path) || FILES.some((file) => (path.includes('*') || file.startsWith(folder)) && here.test(file));
}

test.each(PAGES)('the links of %s lead somewhere', (page) => expect(brokenLinks(page)).toEqual([]));

test.each(READMES)('the files and folders that %s names are there', (page) => {
  expect(namedPaths(page).filter((name) => !isThere(page, name))).toEqual([]);
});

test.each(PAGES)('the programs that %s runs have a source', (page) => {
  const programs = [...textOf(page).matchAll(/\bdist\/([\w./-]+)\.js\b/g)].map(([, path = '']) => path);
  expect(programs.filter((path) => !existsSync(`${path}.ts`))).toEqual([]);
});

test.each(READMES.filter((path) => /^libs\/[^/]+\/README\.md$/.test(path)))(
  '%s names every folder of its src',
  (page) => {
    const folders = readdirSync(join(dirname(page), 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !EVERYWHERE.includes(entry.name))
      // What Git leaves behind of a folder that has moved.
      .filter((entry) => readdirSync(join(entry.parentPath, entry.name)).length > 0)
      .map(({ name }) => name);
    expect(folders.filter((name) => !textOf(page).includes(`\`${name}/`))).toEqual([]);
  },
);

test('every lib has a README', () => {
  expect(readdirSync('libs').filter((name) => !existsSync(join('libs', name, 'README.md')))).toEqual([]);
});
