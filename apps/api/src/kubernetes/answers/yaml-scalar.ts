/** Behind this column a scalar goes on in the next line. */
const WIDTH = 80;

/** Plain texts that are read as another type. // as go.yaml.in/yaml/v2 resolve */
const OTHER_TYPES = [
  /^(y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON|n|N|no|No|NO|false|False|FALSE|off|Off|OFF|~?|null|Null|NULL)$/,
  /^(\.nan|\.NaN|\.NAN|[+-]?\.(inf|Inf|INF))$/,
  /^[+-]?(\.[0-9]+|[0-9][0-9_]*(\.[0-9_]*)?)([eE][+-]?[0-9_]+)?$/,
  /^[+-]?0(x[0-9a-f_]+|b[01_]+|o[0-7_]+)$/i,
  /^[0-9]{4}-(0?[1-9]|1[0-2])-(0?[1-9]|[12][0-9]|3[01])(([Tt][0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2}))|( [0-9:.]+))?$/,
  // Numbers to the base of 60, which other readers know.
  /^[+-]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$/,
];

/** What stands in a text that is not plain. // as go.yaml.in/yaml/v2 yaml_emitter_analyze_scalar */
const INDICATORS = /^(---|\.\.\.|[#,[\]{}&*!|>'"%@`]|[?:-](\s|$))|:(\s|$)|\s#|^ | $/;
/** Signs that only a quoted text can have, escaped. */
const UNPRINTABLE = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\0', '0'],
  ['\x07', 'a'],
  ['\b', 'b'],
  ['\t', 't'],
  ['\n', 'n'],
  ['\v', 'v'],
  ['\f', 'f'],
  ['\r', 'r'],
  ['\x1b', 'e'],
  ['"', '"'],
  ['\\', '\\'],
  ['\x85', 'N'],
  ['\u2028', 'L'],
  ['\u2029', 'P'],
]);

/** Where a scalar begins, and where it goes on. */
interface Place {
  readonly column: number;
  readonly indent: number;
}

/** A text as the value of a key or an item of a list. */
export function scalarText(text: string, place: Place): string {
  const isEscaped = UNPRINTABLE.test(text) || / \n/.test(text);
  if (text.includes('\n') && !isEscaped && !text.endsWith(' ')) return literal(text, place.indent);
  if (OTHER_TYPES.some((form) => form.test(text)) || isEscaped || text.includes('\n'))
    return folded(`"${escaped(text)}"`, place);
  return folded(INDICATORS.test(text) ? `'${text.replaceAll("'", "''")}'` : text, place);
}

/** A key stays in its line: in quotes where it has a line feed. */
export function keyText(key: string): string {
  if (key.includes('\n')) return `"${escaped(key)}"`;
  return scalarText(key, { column: Number.NEGATIVE_INFINITY, indent: 0 });
}

/** The lines of a text as they are, and how the last one ends. */
function literal(text: string, indent: number): string {
  const margin = ' '.repeat(indent);
  const chomping = text.endsWith('\n') ? (/^\n$|\n\n$/.test(text) ? '+' : '') : '-';
  const lines = text.replace(/\n$/, '').split('\n');
  return [
    `|${/^[ \n]/.test(text) ? '2' : ''}${chomping}`,
    ...lines.map((line) => (line === '' ? '' : margin + line)),
  ].join('\n');
}

function escaped(text: string): string {
  return [...text]
    .map((sign) => {
      if (sign !== '\n' && sign !== '"' && sign !== '\\' && !UNPRINTABLE.test(sign)) return sign;
      const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase();
      return `\\${ESCAPES.get(sign) ?? (code.length > 2 ? `u${code.padStart(4, '0')}` : `x${code.padStart(2, '0')}`)}`;
    })
    .join('');
}

/** Broken at single spaces behind the width; in double quotes also at the first of several. */
function folded(text: string, { column, indent }: Place): string {
  const signs = [...text];
  const isDouble = signs[0] === '"';
  const isQuoted = isDouble || signs[0] === "'";
  const [first, last] = isQuoted ? [1, signs.length - 2] : [-1, signs.length];
  let at = column;
  return signs
    .map((sign, index) => {
      const isSpace = sign === ' ' && signs[index - 1] !== ' ' && index > first && index < last;
      if (!isSpace || at <= WIDTH || (signs[index + 1] === ' ' && !isDouble)) {
        at += 1;
        return sign;
      }
      at = indent;
      return `\n${' '.repeat(indent)}${signs[index + 1] === ' ' ? '\\' : ''}`;
    })
    .join('');
}
