/**
 * The forms that names take. Each function answers with what is wrong, in upstream's words, and nothing when all is
 * well. Source: k8s.io/apimachinery v1.34 pkg/util/validation. Lengths are in characters of ASCII: what is not
 * ASCII fails its pattern.
 */
export type NameCheck = (name: string) => readonly string[];

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const WILDCARD = `\\*\\.${SUBDOMAIN}`;
const RFC_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${QUALIFIED})?`;

const labelPattern = whole(LABEL);
const subdomainPattern = whole(SUBDOMAIN);
const rfc1035Pattern = whole(RFC_1035);
const qualifiedPattern = whole(QUALIFIED);

const ALPHANUMERIC_ENDS = 'and must start and end with an alphanumeric character';
const LABEL_RULE =
  'a lowercase RFC 1123 label must consist of lower case alphanumeric characters or ' + `'-', ${ALPHANUMERIC_ENDS}`;
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or " +
  `'.', ${ALPHANUMERIC_ENDS}`;
const WILDCARD_RULE =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of " +
  "lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character";
const RFC_1035_RULE =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, " +
  'and end with an alphanumeric character';
const QUALIFIED_RULE = `must consist of alphanumeric characters, '-', '_' or '.', ${ALPHANUMERIC_ENDS}`;
const LABEL_VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or " +
  `'.', ${ALPHANUMERIC_ENDS}`;

const LABEL_LENGTH = 63;
const SUBDOMAIN_LENGTH = 253;
const NOTHING: readonly string[] = Object.freeze([]);

/** A DNS label of RFC 1123, such as a namespace or a container has. */
export const dnsLabelProblems: NameCheck = (name) => {
  if (name.length <= LABEL_LENGTH && labelPattern.test(name)) return NOTHING;
  const problems = lengthProblems(name, LABEL_LENGTH);
  if (labelPattern.test(name)) return problems;
  const dotted = subdomainPattern.test(name);
  return [...problems, dotted ? 'must not contain dots' : rule(LABEL_RULE, LABEL, ['my-name', '123-abc'])];
};

/** DNS labels joined by dots, such as most objects have for a name. */
export const dnsSubdomainProblems: NameCheck = (name) => {
  if (name.length <= SUBDOMAIN_LENGTH && subdomainPattern.test(name)) return NOTHING;
  const problems = lengthProblems(name, SUBDOMAIN_LENGTH);
  return subdomainPattern.test(name) ? problems : [...problems, rule(SUBDOMAIN_RULE, SUBDOMAIN, ['example.com'])];
};

/** Any name in a domain: an asterisk for its first label. // as IsWildcardDNS1123Subdomain */
export const wildcardSubdomainProblems: NameCheck = (name) => {
  const problems = lengthProblems(name, SUBDOMAIN_LENGTH);
  if (whole(WILDCARD).test(name)) return problems;
  return [...problems, rule(WILDCARD_RULE, WILDCARD, ['*.example.com'])];
};

/** A DNS label of RFC 1035: it starts with a letter. Services have it. */
export const dns1035LabelProblems: NameCheck = (name) => {
  if (name.length <= LABEL_LENGTH && rfc1035Pattern.test(name)) return NOTHING;
  const problems = lengthProblems(name, LABEL_LENGTH);
  return rfc1035Pattern.test(name) ? problems : [...problems, rule(RFC_1035_RULE, RFC_1035, ['my-name', 'abc-123'])];
};

/**
 * Key of a label, an annotation, a taint or an extended resource: a name, with an optional DNS subdomain and `/` before
 * it.
 */
export const qualifiedNameProblems: NameCheck = (name) => {
  if (name.length <= LABEL_LENGTH && qualifiedPattern.test(name)) return NOTHING;
  const parts = name.split('/');
  if (parts.length > 2) {
    const text = rule(QUALIFIED_RULE, QUALIFIED, ['MyName', 'my.name', '123-abc']);
    return [`a qualified name ${text} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const [prefix, last] = parts.length === 2 ? [parts[0], parts[1] ?? ''] : [undefined, name];
  return [...prefixProblems(prefix), ...lastPartProblems(last)];
};

/** Value of a label; it may be empty. */
export const labelValueProblems: NameCheck = (value) => {
  if (value === '' || (value.length <= LABEL_LENGTH && qualifiedPattern.test(value))) return NOTHING;
  const problems = lengthProblems(value, LABEL_LENGTH);
  return qualifiedPattern.test(value)
    ? problems
    : [...problems, rule(LABEL_VALUE_RULE, LABEL_VALUE, ['MyValue', 'my_value', '12345'])];
};

/** Name of a port: an IANA service name in lower case. */
export const portNameProblems: NameCheck = (name) => {
  const problems = lengthProblems(name, 15);
  if (!/^[-a-z0-9]+$/.test(name))
    problems.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(name)) problems.push('must contain at least one letter (a-z)');
  if (name.includes('--')) problems.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) problems.push('must not begin or end with a hyphen');
  return problems;
};

/**
 * What a name made by `generateName` will look like: upstream judges the prefix with its last dash read as a letter.
 */
export function prefixCheck(check: NameCheck): NameCheck {
  return (prefix) => check(prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -1)}a` : prefix);
}

function prefixProblems(prefix: string | undefined): string[] {
  if (prefix === undefined) return [];
  if (prefix === '') return ['prefix part must be non-empty'];
  return dnsSubdomainProblems(prefix).map((text) => `prefix part ${text}`);
}

function lastPartProblems(name: string): string[] {
  if (name === '')
    return [
      'name part must be non-empty',
      `name part ${rule(QUALIFIED_RULE, QUALIFIED, ['MyName', 'my.name', '123-abc'])}`,
    ];
  const problems = lengthProblems(name, LABEL_LENGTH);
  if (!qualifiedPattern.test(name)) problems.push(rule(QUALIFIED_RULE, QUALIFIED, ['MyName', 'my.name', '123-abc']));
  return problems.map((text) => `name part ${text}`);
}

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`);
}

function lengthProblems(text: string, most: number): string[] {
  return text.length > most ? [`must be no more than ${most} characters`] : [];
}

function rule(text: string, pattern: string, examples: readonly string[]): string {
  const shown = examples.map((example) => `'${example}', `).join(' or ');
  return `${text} (e.g. ${shown}regex used for validation is '${pattern}')`;
}
