import { isJsonObject } from '#json';
import { definitionByName, type KindForm, type KindName } from '../kinds/index.js';
import type { KubernetesObject } from '../metadata/index.js';

/** One term of a field selector; all terms must hold. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Terms that were read, or what is wrong with the text, in upstream's words. */
export type ParsedFieldSelector = { readonly requirements: readonly FieldRequirement[] } | { readonly problem: string };

/** As long as a URL may be. */
const LONGEST = 2 ** 14;

const EVERY_KIND: readonly string[] = ['metadata.name', 'metadata.namespace'];
const NO_FIELDS: ReadonlyMap<string, string> = new Map();

/**
 * The fields by which objects of a kind can be selected. Cluster-wide kinds with fields of their own have no namespace.
 */
export function selectableFields(kind: KindName): readonly string[] {
  const own = ownFields(kind);
  const hasNamespace = own.size === 0 || definitionByName(kind)?.description.namespaced !== false;
  return [...EVERY_KIND.slice(0, hasNamespace ? 2 : 1), ...own.keys()];
}

/**
 * Reads `?fieldSelector=` for a kind: `=`, `==`, `!=`, joined by commas; `\,`, `\=` and `\\` stand for themselves in
 * values. Of another form of the kind the fields have other names, and are answered under those of the store.
 */
export function parseFieldSelector(text: string, kind: KindName, form?: KindForm): ParsedFieldSelector {
  if (text.length > LONGEST) return { problem: `must not be longer than ${LONGEST} characters` };
  const fields = selectableFields(kind);
  const aliases = definitionByName(kind)?.fieldAliases;
  const terms = termsOf(text);
  if ('problem' in terms) return terms;
  const requirements: FieldRequirement[] = [];
  for (const { field: given, operator, value } of terms.requirements) {
    const isOther = form !== undefined && !EVERY_KIND.includes(given);
    const field = isOther ? (form.selectableFields.get(given) ?? '') : (aliases?.get(given) ?? given);
    if (!fields.includes(field)) return { problem: unsupported(isOther ? given : field, kind) };
    requirements.push({ field, operator, value });
  }
  return { requirements };
}

/** The terms in the order of their texts; one without field and value is nothing. // as apimachinery v1.34 fields */
function termsOf(text: string): ParsedFieldSelector {
  const requirements: FieldRequirement[] = [];
  for (const term of splitTerms(text).toSorted()) {
    const parts = /^(.*?)(!=|==|=)(.*)$/s.exec(term);
    if (parts === null) return { problem: `invalid selector: '${text}'; can't understand '${term}'` };
    const [, field = '', operator, escaped = ''] = parts;
    const value = unescapeValue(escaped);
    if (typeof value !== 'string') return value;
    if (field + value !== '') requirements.push({ field, operator: operator === '!=' ? '!=' : '=', value });
  }
  return { requirements };
}

/** Whether an object satisfies all terms. */
export function matchesFields(requirements: readonly FieldRequirement[], object: KubernetesObject): boolean {
  return requirements.every(
    ({ field, operator, value }) => (selectedValue(object, field) === value) === (operator === '='),
  );
}

/** The text that a field selector compares with: absent fields are empty, or the zero value of their type. */
export function selectedValue(object: KubernetesObject, field: string): string {
  let value: unknown = object;
  for (const step of field.split('.'))
    value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || typeof value === 'number'
    ? String(value)
    : (ownFields(object.kind).get(field) ?? '');
}

/** Commas end a term unless a backslash stands before them; empty terms are nothing. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let term = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === ',') {
      terms.push(term);
      term = '';
    } else if (character === '\\') {
      term += text.slice(index, index + 2);
      index += 1;
    } else {
      term += character;
    }
  }
  return [...terms, term].filter((one) => one !== '');
}

function unescapeValue(text: string): string | { readonly problem: string } {
  let value = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === ',' || character === '=')
      // Upstream prints the number of the character.
      return { problem: `invalid field selector: unescaped character in value: ${character.charCodeAt(0)}` };
    if (character === '\\') {
      index += 1;
      const escaped = text.charAt(index);
      if (escaped === '' || !'\\,='.includes(escaped))
        return { problem: `invalid field selector: invalid escape sequence: \\${escaped}` };
      value += escaped;
    } else {
      value += character;
    }
  }
  return value;
}

/** Kinds without fields of their own are refused by the generic rule, which words it differently. */
function unsupported(field: string, kind: KindName): string {
  const definition = definitionByName(kind);
  if (definition !== undefined && definition.selectableFields.size > 0) return definition.unselectable(field);
  return `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

/** The fields of a kind besides name and namespace, with what an absent one reads as. */
function ownFields(kind: string): ReadonlyMap<string, string> {
  return definitionByName(kind)?.selectableFields ?? NO_FIELDS;
}
