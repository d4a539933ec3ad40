import { shortened } from '#apimachinery';

/** What an input looks like that is no manifest, or one that something was done to on its way. */

/** Of a whole input, by how it begins; undefined where it may be manifests. */
export function mistakenInput(beginning: string): string | undefined {
  if (/^--[^\s]{1,100}\r?\nContent-Disposition:/i.test(beginning))
    return 'the body is multipart/form-data, as curl -F sends it: send the file alone, with curl --data-binary @FILE';
  if (/^Name:[ \t]{2,}\S/.test(beginning) && /^[A-Z][A-Za-z ()-]*:([ \t]{2,}|\r?$)/m.test(afterFirstLine(beginning)))
    return `this is what kubectl describe prints${FOR_PEOPLE}`;
  if (/^(NAMESPACE +)?NAME +[A-Z]/.test(beginning)) return `this is a table as kubectl get prints it${FOR_PEOPLE}`;
  if (/^(Error from server|The connection to the server|No resources found|error: )/.test(beginning))
    return `this is a message of kubectl, which read nothing: ${shortened(beginning.split(/\r?\n/, 1)[0] ?? '')}`;
  return undefined;
}

const FOR_PEOPLE = ', which is for people: import what kubectl get -o yaml prints';

function afterFirstLine(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}

/** Of bytes that are not UTF-8, by the first of them. */
export function mistakenBytes([first, second]: Uint8Array): string {
  if (first === 0x1f && second === 0x8b) return 'the input is gzip: say so with the header Content-Encoding: gzip';
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isUtf16 ? 'the input is UTF-16, as > of PowerShell writes it: write it as UTF-8' : 'the input is not UTF-8';
}

/** What is said of a text that lost its line breaks. */
export const NO_LINE_BREAKS = 'the text has no line breaks: curl -d takes them out, curl --data-binary leaves them';

/** Whether a text of one line was manifests of several. */
export function lostLineBreaks(text: string): boolean {
  return !text.trimEnd().includes('\n') && /apiVersion:.*kind:/.test(text);
}

const TEMPLATE = /\{\{.{0,200}?\}\}|\{\{.{0,60}/;

/** A template that was not rendered, and its line, from 0: the last one until the text stopped being YAML. */
export function findTemplate(
  text: string,
  until: number,
): { readonly template: string; readonly line: number } | undefined {
  const found = text
    .split('\n')
    .flatMap((content, line) =>
      content.includes('{{') ? [{ template: TEMPLATE.exec(content)?.[0] ?? '{{', line }] : [],
    );
  return found.filter(({ line }) => line <= until).at(-1) ?? found[0];
}

const VALUES = ['image', 'replicaCount', 'ingress', 'autoscaling', 'serviceAccount', 'podAnnotations', 'global'];
const KUSTOMIZATION = [
  'resources',
  'bases',
  'patches',
  'namePrefix',
  'configMapGenerator',
  'secretGenerator',
  'images',
];

/** What an object may be that does not say its kind, for the end of a message; empty where it is not known. */
export function mistakenObject(object: Readonly<Record<string, unknown>>): string {
  const has = (keys: readonly string[]): boolean => keys.some((key) => Object.hasOwn(object, key));
  if (Object.hasOwn(object, 'kind')) return '';
  if (object['apiVersion'] === 'v2')
    return ': this looks like the Chart.yaml of a Helm chart; import what helm template prints';
  if (Object.hasOwn(object, 'apiVersion')) return '';
  if (typeof object['services'] === 'object') return ': this looks like a Compose file, which is no manifest';
  if (Array.isArray(object['resources']) || (has(KUSTOMIZATION) && !has(VALUES)))
    return ': this looks like a kustomization; import what kubectl kustomize prints';
  return has(VALUES) ? ': this looks like the values of a Helm chart; import what helm template prints' : '';
}
