import { answerForm, type AnswerForm } from './accept.js';
import { answerInForm } from './answer-in-form.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const metadata = (name: string) => ({ name, resourceVersion: '5', creationTimestamp: '2025-12-31T23:59:50Z' });
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: metadata('a'), status: { phase: 'Active' } };
const LIST = {
  apiVersion: 'v1',
  kind: 'NamespaceList',
  metadata: { name: '', resourceVersion: '9' },
  items: [{ metadata: metadata('a'), status: { phase: 'Active' } }],
};

function formed(answer: Parameters<typeof answerInForm>[0], kind: string, includeObject?: string): object {
  const form = answerForm(`application/json;as=${kind};v=v1;g=meta.k8s.io`) as AnswerForm;
  return answerInForm(answer, form, { includeObject, now: NOW });
}

test('a list and an object of it are tables of one row', () => {
  const cells = ['a', 'Active', '10s'];
  expect(formed(LIST, 'Table')).toMatchObject({ metadata: { resourceVersion: '9' }, rows: [{ cells }] });
  expect(formed(NAMESPACE, 'Table')).toMatchObject({ metadata: { resourceVersion: '5' }, rows: [{ cells }] });
});

test('columns have the descriptions of the fields that they show', () => {
  const { columnDefinitions } = formed(LIST, 'Table') as { columnDefinitions: { description: string }[] };
  expect(columnDefinitions.map(({ description }) => description)).toEqual([
    expect.stringMatching(/^Name must be unique within a namespace/),
    'The status of the namespace',
    expect.stringContaining('is in UTC.\n\nPopulated by the system.'),
  ]);
});

test('rows of a list carry whole objects where these are asked for', () => {
  expect(formed(LIST, 'Table', 'Object')).toMatchObject({ rows: [{ object: NAMESPACE }] });
  expect(() => formed(LIST, 'Table', 'All')).toThrow('Invalid value: "All"');
});

test('metadata alone is that of an object or of a list, as it is asked for', () => {
  const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: NAMESPACE.metadata };
  expect(formed(NAMESPACE, 'PartialObjectMetadata')).toEqual(partial);
  expect(formed(LIST, 'PartialObjectMetadataList')).toMatchObject({ metadata: LIST.metadata, items: [partial] });
  expect(() => formed(LIST, 'PartialObjectMetadata')).toThrow('the requested object is a list (*core.NamespaceList)');
  expect(() => formed(NAMESPACE, 'PartialObjectMetadataList')).toThrow(
    'the requested object is not a list (*core.Namespace)',
  );
});

test('a Status stays one', () => {
  const status = { apiVersion: 'v1', kind: 'Status', metadata: { name: '' } };
  expect(formed(status, 'Table')).toBe(status);
});
