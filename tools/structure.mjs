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
for (const { what, within, own, names } of ADDITIONS) {
  const isOwn = (path) => own?.test(path) === true;
  const knowing = product.filter((path) => within.test(path) && names.test(sources.get(path)));
  const folders = new Set(knowing.filter(isOwn).map(dirname));
  const others = knowing.filter((path) => !isOwn(path));
  const figure = own === undefined ? others.length : `${folders.size} folder + ${others.length}`;
  say(`files to touch for ${what}`, figure, [...folders, ...others]);
}
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
