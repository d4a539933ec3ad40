// How the house is built, in figures: folders in circles, files to touch for an addition, sizes of files and
// functions, width of lines. `node tools/structure.mjs [folder of another checkout] [--list]` prints one line a
// figure; --list names what was counted.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { ADDITIONS } from './additions.mjs';

const [root = process.cwd()] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const LISTING = process.argv.includes('--list');
const WIDTH = 120;

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const isSpec = (path) => /\.(spec|e2e-spec|long-spec)\.ts$|\/testing\/|^test\//.test(path);
const sources = new Map(
  tracked
    .filter(
      (path) =>
        /^(apps|libs|test|tools)\/.*\.(ts|mjs|cjs|js)$|^[^/]+\.(js|cjs|ts)$/.test(path) && existsSync(join(root, path)),
    )
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);
const product = [...sources.keys()].filter((path) => /^(apps|libs)\/.*\.ts$/.test(path) && !isSpec(path));

/**
 * The folder that a file is a room of: apps/api/src/resources/clusters, libs/cluster/src/objects;
 * undefined for files beside them.
 */
function roomOf(path) {
  return /^((?:apps|libs)\/[^/]+\/src\/(?:(?:ground|resources)\/)?[^/]+)\//.exec(path)?.[1];
}

/** Which rooms of one app or library import which, types included. */
function roomGraph() {
  const graph = new Map();
  for (const path of product) {
    for (const [, specifier] of sources.get(path).matchAll(/from '(\.[^']+)'/g)) {
      const from = roomOf(path);
      const to = roomOf(normalize(join(dirname(path), specifier)));
      if (from !== undefined && to !== undefined && from !== to) {
        graph.set(from, (graph.get(from) ?? new Set()).add(to));
      }
    }
  }
  return graph;
}

/** The rooms that lead back to themselves, knot by knot. // as Tarjan, by reachability: there are a hundred rooms */
function circles(graph) {
  const reach = new Map([...graph.keys()].map((room) => [room, reachable(graph, room)]));
  const inCircles = [...graph.keys()].filter((room) => reach.get(room).has(room)).sort();
  const knots = new Map();
  for (const room of inCircles) {
    const knot = inCircles.filter((other) => reach.get(room).has(other) && reach.get(other).has(room));
    knots.set(knot.join(), knot);
  }
  return [...knots.values()];
}

function reachable(graph, room) {
  const seen = new Set();
  const open = [...(graph.get(room) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!seen.has(next)) {
      seen.add(next);
      open.push(...(graph.get(next) ?? []));
    }
  }
  return seen;
}

/** Imports of another room that go past its index. */
function pastIndex() {
  const past = [];
  let crossing = 0;
  for (const path of product) {
    for (const [, specifier] of sources.get(path).matchAll(/from '(\.[^']+)'/g)) {
      const target = normalize(join(dirname(path), specifier));
      if (roomOf(target) === undefined || roomOf(target) === roomOf(path)) {
        continue;
      }
      crossing += 1;
      if (target !== `${roomOf(target)}/index.js`) {
        past.push(`${path} -> ${target}`);
      }
    }
  }
  return { past, crossing };
}

/** The lines of every function with a body, its own and those of functions in it. */
function functionsIn(path) {
  const source = ts.createSourceFile(path, sources.get(path), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const lines = lineOf(source, node.end) - lineOf(source, node.getStart(source)) + 1;
      found.push({ lines, where: `${path}:${lineOf(source, node.getStart(source))}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function lineOf(source, position) {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

/** Code without its comments. */
function codeOf(text) {
  return text.replace(/\/\*[^]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** The names that a file exports, those of other files that it exports whole included. */
function exportsOf(path) {
  const text = codeOf(sources.get(path) ?? '');
  const listed = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names]) => names.split(','));
  const declared = [
    ...text.matchAll(/export (?:abstract |async |declare )*(?:const|class|function\*?|interface|type|enum) (\w+)/g),
  ].map(([, name]) => name);
  const whole = [...text.matchAll(/export \* from '(\.[^']+)\.js'/g)].flatMap(([, from]) => [
    ...exportsOf(`${normalize(join(dirname(path), from))}.ts`),
  ]);
  const names = listed.map((name) =>
    name
      .replace(/^\s*type /, '')
      .split(' as ')
      .at(-1)
      .trim(),
  );
  return new Set([...names, ...declared, ...whole].filter((name) => name !== ''));
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function say(what, figure, list = []) {
  console.log(`${what.padEnd(58)} ${figure}`);
  if (LISTING) {
    for (const line of list) {
      console.log(`    ${line}`);
    }
  }
}

const knots = circles(roomGraph());
say(
  'folders in circles',
  knots.flat().length,
  knots.map((knot) => knot.join(', ')),
);
const { past, crossing } = pastIndex();
say('imports of another folder past its index', `${past.length} of ${crossing}`, past);
const served = product.filter(
  (path) => /^(libs\/(?!client|demo)|apps\/api\/)/.test(path) && !path.includes('/generated/'),
);
for (const { what, own, names } of ADDITIONS) {
  const knowing = served.filter((path) => names.test(codeOf(sources.get(path))));
  const owned = knowing.filter((path) => own?.test(path) === true);
  const others = knowing.filter((path) => own?.test(path) !== true);
  say(`files to touch for ${what}`, `${owned.length} own + ${others.length}`, [...owned, ...others]);
}
const lineCount = (paths) => paths.reduce((sum, path) => sum + sources.get(path).split('\n').length - 1, 0);
say('lines of the door', lineCount(product.filter((path) => path.startsWith('apps/api/src/'))));
for (const folder of ['libs/scheduler/src', 'apps/api/src']) {
  const top = product.filter((path) => dirname(path) === folder);
  say(`files at the top of ${folder}`, top.length, top);
}
const exportLists = product
  .filter((path) => /^libs\/[^/]+\/src\/index\.ts$/.test(path))
  .map((path) => ({ path, count: exportsOf(path).size }))
  .sort((a, b) => b.count - a.count);
say(
  'largest export list of a library',
  `${exportLists[0].count} (${exportLists[0].path.split('/')[1]})`,
  exportLists.map(({ path, count }) => `${path}: ${count}`),
);
const lengths = product
  .map((path) => ({ path, lines: sources.get(path).split('\n').length - 1 }))
  .sort((a, b) => b.lines - a.lines);
say('files of the product', lengths.length);
say('lines of a file, median and most', `${median(lengths.map(({ lines }) => lines))}, ${lengths[0].lines}`, [
  lengths[0].path,
]);
say('files of 20 lines or fewer', lengths.filter(({ lines }) => lines <= 20).length);
const functions = product.flatMap(functionsIn).sort((a, b) => b.lines - a.lines);
say('lines of a function, median and most', `${median(functions.map(({ lines }) => lines))}, ${functions[0].lines}`, [
  functions[0].where,
]);
const wide = [...sources].flatMap(([path, text]) =>
  text.split('\n').flatMap((line, index) => (line.length > WIDTH ? [`${path}:${index + 1}`] : [])),
);
say(`lines over ${WIDTH} columns`, wide.length, wide);
