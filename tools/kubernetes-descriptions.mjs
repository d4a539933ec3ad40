// Writes the descriptions of Kubernetes' types and fields, out of the models of the official client, which are made of
// the API server's own OpenAPI. Printer columns, /openapi/v3 and `kubectl explain` show them; none is committed.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MODELS = 'node_modules/@kubernetes/client-node/dist/gen/models';
const OUTPUT = 'apps/api/src/kubernetes/generated';

const CLASS = /\/\*\*\n\* ([^\n]*)\n\*\/\nexport declare class/;
const FIELD = /\/\*\*\n {4}\* ([^\n]*)\n {4}\*\/\n {4}'([^']+)'/g;

/**
 * The client writes a line feed as a space. Two spaces were an empty line, more of them an indented line; what closes a
 * block of lines stands on a line of its own.
 */
function asWritten(comment) {
  const text = unescaped(comment)
    .replaceAll(/(?<=\S) {2}(?=\S)/g, '\n\n')
    .replaceAll(/(?<=\S) (?= {2,}\S)/g, '\n');
  return text.includes('{\n') ? text.replaceAll(/ \}(?=\n|$)/g, '\n}') : text;
}

/** The generator of the models escapes quotation marks, and the end of a comment. */
function unescaped(comment) {
  return comment.replaceAll(/\\(['"\\])/g, '$1').replaceAll('*_/', '*/');
}

/** Of these printed fields two spaces are two spaces: they stand between sentences of one paragraph. */
const ONE_PARAGRAPH = new Set([
  'CronJobSpec.suspend',
  'ServiceSpec.clusterIP',
  'ServiceSpec.externalIPs',
  'StorageClass.volumeBindingMode',
  'V2HorizontalPodAutoscalerSpec.metrics',
  'V2HorizontalPodAutoscalerSpec.minReplicas',
]);

/** `PodSpec` of V1PodSpec; what is of another version or has a group in its name keeps that: `V2MetricSpec`. */
function typeOf(file) {
  return file
    .replace(/\.d\.ts$/, '')
    .replace(/^V1(?=[A-Z])/, '')
    .replace(/^(Core|Events|Discovery|Storage|Rbac)V1/, '$1');
}

const descriptions = {};
for (const file of readdirSync(MODELS).sort()) {
  if (!file.endsWith('.d.ts') || /V\d(alpha|beta)\d/.test(file)) continue;
  const source = readFileSync(join(MODELS, file), 'utf8');
  const type = typeOf(file);
  const [, about] = CLASS.exec(source) ?? [];
  if (about !== undefined) descriptions[type] = asWritten(about);
  for (const [, text, field] of source.matchAll(FIELD)) {
    const name = `${type}.${field}`;
    descriptions[name] = ONE_PARAGRAPH.has(name) ? unescaped(text) : asWritten(text);
  }
}
mkdirSync(OUTPUT, { recursive: true });
writeFileSync(
  join(OUTPUT, 'descriptions.ts'),
  [
    '/** By type and field: `Pod`, `PodSpec.nodeName`. */',
    `export const DESCRIPTIONS: Readonly<Record<string, string>> = ${JSON.stringify(descriptions, null, 1)};`,
    '',
  ].join('\n'),
);
