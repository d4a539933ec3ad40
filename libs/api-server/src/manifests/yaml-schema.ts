import { defineScalarTag, FAILSAFE_SCHEMA, mergeTag, NOT_RESOLVED, nullYaml11Tag } from 'js-yaml';

/**
 * Plain scalars as sigs.k8s.io/yaml reads them (go.yaml.in/yaml/v2, YAML 1.1): `yes`, `no`, `on`, `off`, `y` and `n`
 * are booleans, `0777` is octal, `1_000` is a thousand. kubectl reads the same file the same way, and an unquoted `yes`
 * in a label is refused here as there. Timestamps stay texts, as they do there for anything that becomes JSON.
 */
const bool = defineScalarTag<boolean>('tag:yaml.org,2002:bool', {
  implicit: true,
  implicitFirstChars: [...'yYnNtTfFoO'],
  resolve: (source) => BOOLEANS.get(source) ?? NOT_RESOLVED,
  identify: (value) => typeof value === 'boolean',
});

const int = defineScalarTag<number>('tag:yaml.org,2002:int', {
  implicit: true,
  implicitFirstChars: [...'+-0123456789'],
  resolve: (source) => integerOf(source.replaceAll('_', '')) ?? NOT_RESOLVED,
  identify: Number.isInteger,
});

const float = defineScalarTag<number>('tag:yaml.org,2002:float', {
  implicit: true,
  implicitFirstChars: [...'+-.0123456789'],
  resolve: (source) => floatOf(source.replaceAll('_', '')) ?? NOT_RESOLVED,
  identify: (value) => typeof value === 'number',
});

export const KUBERNETES_SCHEMA = FAILSAFE_SCHEMA.withTags(nullYaml11Tag, bool, int, float, mergeTag);

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...spellings(['y', 'yes', 'true', 'on'], true),
  ...spellings(['n', 'no', 'false', 'off'], false),
]);

const INTEGER = /^([+-]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/;
const FLOAT = /^[+-]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][+-]?[0-9]+)?$/;

function spellings(words: readonly string[], value: boolean): [string, boolean][] {
  return words.flatMap((word) =>
    [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()].map((spelling): [string, boolean] => [
      spelling,
      value,
    ]),
  );
}

/** Beyond 2^53 the number is rounded; admission refuses it by field. */
function integerOf(text: string): number | undefined {
  const match = INTEGER.exec(text);
  if (match === null) return undefined;
  const [, sign, hex, binary, octal, decimal] = match;
  const digits =
    hex !== undefined
      ? `0x${hex}`
      : binary !== undefined
        ? `0b${binary}`
        : octal !== undefined
          ? `0o${octal}`
          : (decimal ?? '0');
  return sign === '-' ? -Number(digits) || 0 : Number(digits);
}

function floatOf(text: string): number | undefined {
  if (FLOAT.test(text)) return Number(text);
  if (/^[+-]?\.(inf|Inf|INF)$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return /^\.(nan|NaN|NAN)$/.test(text) ? NaN : undefined;
}
