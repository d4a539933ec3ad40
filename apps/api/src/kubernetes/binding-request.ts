import type { BindingRequest } from '#cluster';
import { isJsonObject, ownField } from '#json';
import { FieldPath, notSupported, required, type FieldProblem } from '#apimachinery';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import type { FieldValidation } from './field-validation.js';
import { checkNamespace, decodedObject } from './read-object.js';
import type { ResourcePath } from './resource-path.js';

const BINDING = { apiVersion: 'v1', kind: 'Binding' };
const TARGET = FieldPath.root.child('target');

/** v1 Binding, as schedulers post it to a pod or to the bindings of its namespace. */
export function bindingRequest(
  body: unknown,
  { cluster, namespace, name }: ResourcePath,
  fields: FieldValidation,
): Omit<BindingRequest, 'dryRun'> {
  const { metadata, target } = decodedObject(body, BINDING, fields);
  checkNamespace(metadata, namespace);
  const given = textIn(metadata, 'name');
  // Without a name in the path there is that of the binding alone.
  const isOfPod = name !== undefined;
  if (isOfPod && given !== name)
    throw RequestRefused.with(ErrorCode.INVALID_REQUEST, 'name in URL does not match name in Binding object');
  const node = targetNode(isJsonObject(target) ? target : {});
  if (given === '') throw RequestRefused.with(ErrorCode.INVALID_REQUEST, 'Name parameter required.');
  // What is posted to the bindings of a namespace loses it. // as rest.WipeObjectMetaSystemFields
  const uid = isOfPod ? textIn(metadata, 'uid') : '';
  const resourceVersion = textIn(metadata, 'resourceVersion');
  const annotations = isJsonObject(metadata['annotations']) ? metadata['annotations'] : {};
  return {
    cluster,
    namespace,
    name: given,
    node,
    ...(uid === '' ? {} : { uid }),
    ...(resourceVersion === '' ? {} : { resourceVersion }),
    ...(Object.keys(annotations).length > 0 && { annotations: annotations as Record<string, string> }),
  };
}

/** The node that a binding targets. // as ValidatePodBinding of API server v1.34 */
function targetNode(target: Readonly<Record<string, unknown>>): string {
  const kind = textIn(target, 'kind');
  const node = textIn(target, 'name');
  const problems: FieldProblem[] = [];
  if (kind !== '' && kind !== 'Node') problems.push(notSupported(TARGET.child('kind'), kind, ['Node', '<empty>']));
  if (node === '') problems.push(required(TARGET.child('name')));
  if (problems.length > 0) throw RequestRefused.of({ kind: 'BindingInvalid', problems });
  return node;
}

function textIn(object: Readonly<Record<string, unknown>>, field: string): string {
  const value = ownField(object, field);
  return typeof value === 'string' ? value : '';
}
