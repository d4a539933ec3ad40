import {
  constructFromEvents,
  EVENT_DOCUMENT,
  EVENT_MAPPING,
  EVENT_POP,
  EVENT_SEQUENCE,
  parseEvents,
  type YAMLException,
} from 'js-yaml';
import { ownField } from '#json';
import { KUBERNETES_SCHEMA } from './yaml-schema.js';

/** Who finds a fault: the scanner counts the line that it is in, the parser the lines before it. */
type Finder = 'scanner' | 'parser';

interface Fault {
  readonly finder: Finder;
  readonly words: string;
  /** Found where the text ends. */
  readonly isAtEnd: boolean;
}

const UNFINISHED = 'unexpected end of the stream within a flow collection';
const DEFICIENT = 'deficient indentation';
const NO_COMMA = 'missed comma between flow collection entries';
const NO_KEY = 'did not find expected key';
const COMPLEX_KEY = 'object-based map does not support complex keys';
const BAD_ENTRY = 'bad indentation of a mapping entry';
const NO_TOKEN = 'found character that cannot start any token';
const END = 'found unexpected end of stream';

/** What go-yaml says where js-yaml finds a fault of its own name. // as go.yaml.in/yaml/v2 scannerc and parserc */
const WORDS: Readonly<Record<string, readonly [Finder, string]>> = {
  'unexpected end of the stream within a double quoted scalar': ['scanner', END],
  'unexpected end of the stream within a single quoted scalar': ['scanner', END],
  'unexpected end of the document within a double quoted scalar': ['scanner', 'found unexpected document indicator'],
  'unexpected end of the document within a single quoted scalar': ['scanner', 'found unexpected document indicator'],
  'tab characters must not be used in indentation': ['scanner', NO_TOKEN],
  'unknown escape sequence': ['scanner', 'found unknown escape character'],
  'expected hexadecimal character': ['scanner', 'did not find expected hexdecimal number'],
  'can not read a block mapping entry; a multiline key may not be an implicit key': [
    'scanner',
    "could not find expected ':'",
  ],
  "expected ':' after a mapping key": ['scanner', "could not find expected ':'"],
  'bad indentation of a sequence entry': ['parser', "did not find expected '-' indicator"],
  [DEFICIENT]: ['parser', NO_KEY],
  'unacceptable YAML version of the document': ['parser', 'found incompatible YAML document'],
  'directives end mark is expected': ['parser', 'did not find expected <document start>'],
  'end of the stream or a document separator is expected': ['parser', 'did not find expected <document start>'],
  'the stream contains non-printable characters': ['scanner', 'control characters are not allowed'],
};

/** What go-yaml says of a text that js-yaml cannot read. */
export function goYamlWords({ reason, mark }: YAMLException, text: string): string {
  const alias = /^unidentified alias "(.*)"$/.exec(reason)?.[1];
  if (alias !== undefined) return `yaml: unknown anchor '${alias}' referenced`;
  if (reason === COMPLEX_KEY) return `yaml: invalid map key: ${complexKey(text)}`;
  const { finder, words, isAtEnd } = wordsOf(reason, { text, position: mark?.position ?? 0 });
  // What the end of the text cuts off is found behind its last line.
  const index = isAtEnd ? text.split('\n').length - 1 : (mark?.line ?? 0);
  const line = finder === 'scanner' && index > 0 ? index + 1 : index;
  return `yaml: ${line === 0 ? '' : `line ${line}: `}${words}`;
}

function wordsOf(reason: string, { text, position }: { readonly text: string; readonly position: number }): Fault {
  const open = openSign(text.slice(0, position));
  const isCut = reason === UNFINISHED || (reason === DEFICIENT && open !== undefined);
  // A quoted text and a flow collection are in any column, and end with their second mark.
  if (isCut && isQuote(open)) return { finder: 'scanner', words: END, isAtEnd: true };
  if (isCut || reason === NO_COMMA)
    return { finder: 'parser', words: `did not find expected ',' or '${open === '{' ? '}' : ']'}'`, isAtEnd: isCut };
  if (reason === BAD_ENTRY) return badEntry(text, position);
  const [finder, words] = ownField(WORDS, reason) ?? ['parser', reason];
  return { finder, words, isAtEnd: words === END };
}

/** A second value on the line of a first one, or a line that is in no column. */
function badEntry(text: string, position: number): Fault {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return line.trim() === ''
    ? { finder: 'parser', words: NO_KEY, isAtEnd: false }
    : { finder: 'scanner', words: 'mapping values are not allowed in this context', isAtEnd: false };
}

function isQuote(sign = ''): boolean {
  return sign === '"' || sign === "'";
}

/** The bracket or the quotation mark that is open at the end of a text; brackets in quotes are none. */
function openSign(text: string): string | undefined {
  const open: string[] = [];
  for (const [sign] of text.matchAll(/"(?:\\.|[^"\\])*"|'[^']*'|(?<=\s)#.*|[[\]{}"']/g)) {
    if ('{["\''.includes(sign)) open.push(sign);
    else if (sign === '}' || sign === ']') open.pop();
  }
  return open.at(-1);
}

/** The first key of a text that is a list or a map, as Go prints it. */
function complexKey(text: string): string {
  const events = parseEvents(text, {});
  /** Of what is open: whether it is a map, and whether a key comes next. */
  const open: { readonly isMap: boolean; awaitsKey: boolean }[] = [];
  for (const [index, { type }] of events.entries()) {
    const inside = open.at(-1);
    const isCollection = type === EVENT_MAPPING || type === EVENT_SEQUENCE;
    if (isCollection && inside?.isMap === true && inside.awaitsKey) return keyFrom(text, events.slice(index));
    if (type === EVENT_POP) open.pop();
    const around = open.at(-1);
    if (isCollection) open.push({ isMap: type === EVENT_MAPPING, awaitsKey: true });
    else if (type !== EVENT_DOCUMENT && around !== undefined) around.awaitsKey = !around.awaitsKey;
  }
  return 'map[interface {}]interface {}{}';
}

function keyFrom(text: string, events: ReturnType<typeof parseEvents>): string {
  let depth = 0;
  const end = events.findIndex(({ type }) => {
    if (type === EVENT_MAPPING || type === EVENT_SEQUENCE) depth += 1;
    if (type === EVENT_POP) depth -= 1;
    return depth === 0;
  });
  const document = parseEvents('', {}).find(({ type }) => type === EVENT_DOCUMENT) ?? parseEvents('a', {})[0];
  const whole = [...(document === undefined ? [] : [document]), ...events.slice(0, end + 1), { type: EVENT_POP }];
  const [key] = constructFromEvents(whole, { schema: KUBERNETES_SCHEMA, source: text });
  return goSyntax(key);
}

/** A value as `%#v` of Go prints it. */
function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inside]) => `${JSON.stringify(key)}:${goSyntax(inside)}`);
  return `map[interface {}]interface {}{${entries.join(', ')}}`;
}
