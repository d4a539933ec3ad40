import { columnsOf, type KubernetesObject } from '#kubernetes';
import { INCLUDED_OBJECTS, partialMetadata, tableOf, type IncludedObject } from '#api-server';
import { ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import type { AnswerForm } from './accept.js';
import { descriptionOf } from './description-of.js';

/** An answer of the Kubernetes API: an object, a typed list of objects, or a Status. */
interface Answer {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: KubernetesObject['metadata'];
  readonly items?: readonly object[];
}

/** What of a request decides how a table is made. */
export interface FormOptions {
  readonly includeObject: string | undefined;
  /** In milliseconds. */
  readonly now: number;
  /** False where the reader of a table has its columns already. */
  readonly withColumns?: boolean;
}

/** An answer as its request takes it. @throws RequestRefused where it has no such form */
export function answerInForm(answer: Answer, { as }: AnswerForm, { includeObject, ...options }: FormOptions): object {
  if (as === undefined || answer.kind === 'Status') return answer;
  const { kind, apiVersion } = as;
  const objects = objectsOf(answer);
  const isList = answer.items !== undefined;
  const columns = columnsOf(...kindOf(answer));
  switch (kind) {
    case 'Table':
      return tableOf(
        columns,
        { objects, metadata: listMetadata(answer) },
        { apiVersion, includeObject: includedObject(includeObject), ...options, descriptionOf },
      );
    case 'PartialObjectMetadata':
      if (isList)
        throw notAcceptable(
          `you requested PartialObjectMetadata, but the requested object is a list (${goTypeOf(answer)})`,
        );
      return partialMetadata(answer as KubernetesObject, apiVersion, columns);
    case 'PartialObjectMetadataList':
      if (!isList)
        throw notAcceptable(
          `you requested PartialObjectMetadataList, but the requested object is not a list (${goTypeOf(answer)})`,
        );
      return {
        kind,
        apiVersion,
        metadata: answer.metadata,
        items: objects.map((object) => partialMetadata(object, apiVersion, columns)),
      };
  }
}

/** The kind of the objects of an answer: that of a list is named in its own. */
function kindOf({ apiVersion, kind, items }: Answer): [apiVersion: string, kind: string] {
  return [apiVersion, items === undefined ? kind : kind.replace(/List$/, '')];
}

/** Items have the apiVersion and kind of their list. */
function objectsOf(answer: Answer): KubernetesObject[] {
  if (answer.items === undefined) return [answer as KubernetesObject];
  const [apiVersion, kind] = kindOf(answer);
  return answer.items.map((item) => ({ apiVersion, kind, ...item }) as KubernetesObject);
}

/** A table of one object has the version of the object. */
function listMetadata({ metadata, items }: Answer): object {
  return items === undefined ? { resourceVersion: metadata.resourceVersion } : metadata;
}

function includedObject(given = 'Metadata'): IncludedObject {
  if (given === '') return 'Metadata';
  const known = INCLUDED_OBJECTS.find((one) => one === given);
  if (known !== undefined) return known;
  throw RequestRefused.with(
    ErrorCode.INVALID_REQUEST,
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(given)}: must be ` +
      "'Metadata', 'Object', 'None', or empty",
  );
}

/** The type that the API server keeps an answer in, as Go prints it. */
function goTypeOf({ apiVersion, kind }: Answer): string {
  const group = apiVersion.includes('/') ? (apiVersion.split(/[./]/, 1)[0] ?? '') : 'core';
  return `*${group}.${kind}`;
}

function notAcceptable(message: string): RequestRefused {
  return RequestRefused.with(ErrorCode.NOT_ACCEPTABLE, message);
}
