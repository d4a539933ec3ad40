import { readManifests } from './index.js';

async function* chunksOf(...chunks: readonly (string | Uint8Array)[]): AsyncIterable<string | Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

async function problemsOf(input: string | Uint8Array): Promise<string[]> {
  const problems: string[] = [];
  for await (const item of readManifests(chunksOf(input)))
    if ('problem' in item) problems.push(`${item.index}, line ${item.problem.line}: ${item.problem.message}`);
  return problems;
}

const NODE = 'apiVersion: v1\nkind: Node\nmetadata:\n  name: a\n';
const RENDERED = 'is a template that was not rendered: import what helm template prints';
const LINE_BREAKS = 'the text has no line breaks: curl -d takes them out, curl --data-binary leaves them';

const FOR_PEOPLE = ', which is for people: import what kubectl get -o yaml prints';
const DESCRIBED = `Name:             web-7d9c6b8f5-x2kqp
Namespace:        shop
Priority:         0
Node:             n1/10.0.0.4
Labels:           app=web
                  pod-template-hash=7d9c6b8f5
Containers:
  web:
    Image:        nginx
`;

test.each<[string, string | Uint8Array, string]>([
  ['line breaks are gone', NODE.replaceAll('\n', ''), `0, line 1: invalid YAML: ${LINE_BREAKS}`],
  ['line breaks are gone after a comment', `# a.yaml${NODE.replaceAll('\n', '')}`, `0, line 1: ${LINE_BREAKS}`],
  [
    'a template',
    `${NODE}---\n${NODE}spec:\n  unschedulable: {{ .Values.cordon }}\n`,
    `1, line 11: invalid YAML: {{ .Values.cordon }} ${RENDERED}`,
  ],
  [
    'a template at the beginning',
    `{{- if .Values.node }}\n${NODE}{{- end }}\n`,
    `0, line 1: invalid YAML: {{- if .Values.node }} ${RENDERED}`,
  ],
  ['a tab', `${NODE}spec:\n\ttaints: []\n`, '0, line 6: invalid YAML: tab characters must not be used in indentation'],
  [
    'a form',
    '--------------------------d74496d66958873e\r\nContent-Disposition: form-data; name="f"\r\n\r\nkind: Node\r\n',
    '0, line 1: the body is multipart/form-data, as curl -F sends it: send the file alone, with curl --data-binary ' +
      '@FILE',
  ],
  ['what kubectl describe prints', DESCRIBED, `0, line 1: this is what kubectl describe prints${FOR_PEOPLE}`],
  [
    'a table',
    'NAMESPACE   NAME    READY   STATUS\nshop        web-1   1/1     Running\n',
    `0, line 1: this is a table as kubectl get prints it${FOR_PEOPLE}`,
  ],
  [
    'an error of kubectl',
    'Error from server (Forbidden): nodes is forbidden\n',
    '0, line 1: this is a message of kubectl, which read nothing: Error from server (Forbidden): nodes is forbidden',
  ],
  [
    'gzip',
    new Uint8Array([0x1f, 0x8b, 8, 0]),
    '0, line 1: the input is gzip: say so with the header Content-Encoding: gzip',
  ],
  [
    'UTF-16',
    new Uint8Array([0xff, 0xfe, 0x6b, 0]),
    '0, line 1: the input is UTF-16, as > of PowerShell writes it: write it as UTF-8',
  ],
])('%s', async (_, input, problem) => expect(await problemsOf(input)).toEqual([problem]));

test.each([
  ['a list of JSON', '[{"kind":"Node"},{"kind":"Pod"}]'],
  ['braces in texts', 'kind: Node\nmetadata: {name: "{{ x }}"}\n'],
  ['a manifest in one line', '{"apiVersion":"v1","kind":"Node"}'],
  ['a comment in one line', '# apiVersion'],
  ['a field that is called like one of a description', 'Name:  a\nkind: Node\n'],
])('%s is no mistake', async (_, input) => expect(await problemsOf(input)).toEqual([]));
