// The words of published text: manuals name the subject and the field's own term.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Words that stand for the subject, or for "reports" and "returns". */
const VAGUE = /\b(whoever|whatever|nobody|somebody|told)\b/gi;

/** Everything that users read, and the texts of a file of it with the line where each begins. */
const PUBLISHED = [
  { files: /\.md$/, textsOf: wholeOf },
  { files: /^(schema\.graphql|openapi\.json)$/, textsOf: wholeOf },
  { files: /^apps\/(cli|dashboard)\/src\/.*\.tsx?$/, textsOf: literalsOf },
  { files: /^apps\/api\/src\/boot\/.*settings\.ts$/, textsOf: literalsOf },
  { files: /^libs\/requests\/src\/outcome\/refusals\/.*\.ts$/, textsOf: literalsOf },
];

const SKIPPED = /^(node_modules|dist|coverage|generated|\..*)$|\.spec\.tsx?$/;

/** @returns a line for each vague word of published text below a folder; an empty text when there is none */
export function vagueWords(root = '.') {
  return filesBelow(root)
    .flatMap((path) => {
      const { textsOf } = PUBLISHED.find(({ files }) => files.test(path)) ?? {};
      const source = textsOf === undefined ? '' : readFileSync(join(root, path), 'utf8');
      // Few files have one anywhere: the others are not parsed.
      return source.search(VAGUE) < 0 ? [] : textsOf(source, path).flatMap((text) => findings(path, text));
    })
    .join('\n');
}

function filesBelow(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(root, path) : [path];
    });
}

function findings(path, { line, text }) {
  return text
    .split('\n')
    .flatMap((row, index) =>
      [...row.replace(/`[^`]*`/g, '').matchAll(VAGUE)].map(
        ([word]) => `${path}:${line + index}: "${word}": name the subject, or say what it does`,
      ),
    );
}

function wholeOf(text) {
  return [{ line: 1, text }];
}

/** Texts of a program: its strings, templates and what stands between tags. Names and comments are none. */
function literalsOf(source, path) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const texts = [];
  const visit = (node) => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isJsxText(node);
    if (isText || ts.isTemplateHead(node))
      texts.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text: node.text });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return texts;
}
