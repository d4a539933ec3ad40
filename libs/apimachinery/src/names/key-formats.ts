/** The forms of names that are none of objects. As in `name-formats.ts`: what is wrong, in upstream's words. */
import type { NameCheck } from './name-formats.js';

const CONFIG_KEY = '[-._a-zA-Z0-9]+';
const HEADER = '[-A-Za-z0-9]+';
const LONGEST = 253;

/** A name that stands in a path: what is asked of names of which nothing else is. */
export const pathSegmentProblems: NameCheck = (name) => [
  ...(name === '.' || name === '..' ? [`may not be '${name}'`] : []),
  ...['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`),
];

/** Name of an environment variable, or what such names begin with. */
export const environmentNameProblems: NameCheck = (name) => {
  if (name === '') return ['environment variable name must be non-empty'];
  return /^[ -<>-~]+$/.test(name)
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
};

/** Key in a ConfigMap or a Secret. */
export const configKeyProblems: NameCheck = (key) => {
  const problems = key.length > LONGEST ? [`must be no more than ${LONGEST} characters`] : [];
  if (!new RegExp(`^${CONFIG_KEY}$`).test(key)) {
    const example = "e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is";
    problems.push(
      `a valid config key must consist of alphanumeric characters, '-', '_' or '.' (${example} '${CONFIG_KEY}')`,
    );
  }
  if (key === '.' || key === '..') problems.push(`must not be '${key}'`);
  else if (key.startsWith('..')) problems.push("must not start with '..'");
  return problems;
};

/** A name of a field in a program. // as apimachinery v1.34 IsCIdentifier */
export const identifierProblems: NameCheck = (name) => {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return [];
  const examples = "e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*'";
  const rule = "must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'";
  return [`a valid C identifier ${rule} (${examples})`];
};

/** Name of a header of HTTP. */
export const headerNameProblems: NameCheck = (name) => {
  if (new RegExp(`^${HEADER}$`).test(name)) return [];
  const example = `e.g. 'X-Header-Name', regex used for validation is '${HEADER}'`;
  return [`a valid HTTP header must consist of alphanumeric characters or '-' (${example})`];
};

const SYSCTL_PART = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SYSCTL = `^(${SYSCTL_PART}[\\./])*${SYSCTL_PART}$`;

/** Name of a setting of the kernel. */
export const sysctlProblems: NameCheck = (name) =>
  name.length <= LONGEST && new RegExp(SYSCTL).test(name)
    ? []
    : [`must have at most ${LONGEST} characters and match regex ${SYSCTL}`];

/** Domain in which names are searched: DNS labels that may have underscores. */
export const searchDomainProblems: NameCheck = (name) => {
  const label = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
  const form = `${label}(\\.${label})*`;
  const problems = name.length > LONGEST ? [`must be no more than ${LONGEST} characters`] : [];
  if (new RegExp(`^${form}$`).test(name)) return problems;
  const rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must " +
    `start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${form}')`;
  return [...problems, rule];
};
