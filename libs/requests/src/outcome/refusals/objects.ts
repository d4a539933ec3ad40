import { aggregateText } from '#kubernetes';
import { current, given, object, optional, problems, refusal, text, texts } from './definition.js';
import {
  aboutResource,
  invalidObject,
  strictDecoding,
  undecodableObject,
  undecodablePatch,
} from './kubernetes-words.js';
import { notValid, quoted, shown } from './words.js';

/** What reading and writing the objects of a cluster may meet. */
export const OBJECTS = {
  ObjectNotFound: refusal({
    code: 'OBJECT_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such object',
    description: 'There is no such object.',
    fields: { object },
    detail: (values) => `${shown(values.object)} not found`,
    kubernetes: (values) => aboutResource(values.object, (resource, name) => `${resource} ${name} not found`),
  }),
  ObjectAlreadyExists: refusal({
    code: 'OBJECT_ALREADY_EXISTS',
    category: 'alreadyExists',
    title: 'The object exists already',
    description: 'There is an object of that name.',
    fields: { object },
    detail: (values) => `${shown(values.object)} exists already`,
    kubernetes: (values) => aboutResource(values.object, (resource, name) => `${resource} ${name} already exists`),
  }),
  ObjectInvalid: refusal({
    code: 'OBJECT_INVALID',
    category: 'invalid',
    title: 'The object is not valid',
    description: 'The object breaks rules of its kind.',
    fields: {
      object,
      problems,
      undecodable: optional(text('What an API server says of an object whose fields are not of their types.')),
      patched: optional(text('That object, where a patch made it.')),
    },
    detail: (values) => notValid(shown(values.object), values.problems),
    input: ['manifest'],
    kubernetes: ({ object: ref, problems: wrong, undecodable, patched }) => {
      if (undecodable === undefined) return invalidObject(ref, wrong);
      return patched === undefined ? undecodableObject(ref, undecodable) : undecodablePatch(patched, undecodable);
    },
  }),
  ObjectForbidden: refusal({
    code: 'OBJECT_FORBIDDEN',
    category: 'forbidden',
    title: 'A step of admission forbids the object',
    description: 'The object is valid, and a step of admission is against it: a range, a quota, a class.',
    fields: {
      object,
      step: text('The step: the name of the plugin of the API server.'),
      reasons: texts('Everything that the step has against it.'),
    },
    detail: (values) => `${shown(values.object)} is forbidden: ${aggregateText(values.reasons)}`,
    input: ['manifest'],
    kubernetes: (values) =>
      aboutResource(
        values.object,
        (resource, name) => `${resource} ${name} is forbidden: ${aggregateText(values.reasons)}`,
      ),
  }),
  NamespaceTerminating: refusal({
    code: 'NAMESPACE_TERMINATING',
    category: 'forbidden',
    title: 'The namespace is being terminated',
    description: 'The namespace is on its way out, and nothing new comes into it.',
    fields: { object, namespace: text('The namespace.') },
    detail: ({ object: { kind }, namespace }) =>
      `${kind}: unable to create new content in namespace ${namespace} because it is being terminated`,
    input: ['manifest', 'metadata', 'namespace'],
    kubernetes: ({ object: ref, namespace }) => {
      const { message, details } = aboutResource(
        ref,
        (resource, name) =>
          `${resource} ${name} is forbidden: unable to create new content in namespace ${namespace} ` +
          'because it is being terminated',
      );
      const cause = `namespace ${namespace} is being terminated`;
      return {
        message,
        details: {
          ...details,
          causes: [{ reason: 'NamespaceTerminating', message: cause, field: 'metadata.namespace' }],
        },
      };
    },
  }),
  UnknownFields: refusal({
    code: 'UNKNOWN_FIELDS',
    category: 'malformed',
    title: 'The object has fields that are unknown or stand twice',
    description: 'The object has fields that Kubernetes does not know, or that stand twice, and was to have none.',
    fields: { object, faults: texts('Each of them: `unknown field "spec.nodeSelectors"`.') },
    detail: (values) => strictDecoding(values.object, values.faults),
    input: ['manifest'],
  }),
  ResourceVersionConflict: refusal({
    code: 'RESOURCE_VERSION_CONFLICT',
    category: 'conflict',
    title: 'The object has been modified',
    description: 'The object was changed since it was read.',
    fields: { object, given, current },
    detail: (values) =>
      `${shown(values.object)} has been modified: resourceVersion ${quoted(values.given)} was given, ` +
      `it is ${quoted(values.current)}`,
    input: ['manifest', 'metadata', 'resourceVersion'],
    kubernetes: (values) =>
      aboutResource(
        values.object,
        (resource, name) =>
          `Operation cannot be fulfilled on ${resource} ${name}: the object has been modified; ` +
          'please apply your changes to the latest version and try again',
      ),
  }),
  UidConflict: refusal({
    code: 'UID_CONFLICT',
    category: 'conflict',
    title: 'The object is another one of the same name',
    description: 'The object is a later one of the same name.',
    fields: { object, given, current },
    detail: (values) =>
      `${shown(values.object)} is another object: uid ${quoted(values.given)} was given, it is ` +
      `${quoted(values.current)}`,
    kubernetes: (values) =>
      aboutResource(
        values.object,
        (resource, name) =>
          `Operation cannot be fulfilled on ${resource} ${name}: Precondition failed: ` +
          `UID in precondition: ${values.given}, UID in object meta: ${values.current}`,
      ),
  }),
  PodAlreadyBound: refusal({
    code: 'POD_ALREADY_BOUND',
    category: 'conflict',
    title: 'The pod is bound already',
    description: 'The pod is on a node.',
    fields: { object, node: text('That node.') },
    detail: (values) => `${shown(values.object)} is already assigned to node ${quoted(values.node)}`,
    kubernetes: ({ object: { name }, node }) => ({
      message:
        `Operation cannot be fulfilled on pods/binding ${quoted(name)}: ` +
        `pod ${name} is already assigned to node ${quoted(node)}`,
      details: { name, kind: 'pods/binding' },
    }),
  }),
  PatchFailed: refusal({
    code: 'PATCH_FAILED',
    category: 'invalid',
    title: 'The patch does not apply',
    description: 'The patch does not apply to the object.',
    fields: { object, message: text('Why not.') },
    detail: (values) => `the patch does not apply to ${shown(values.object)}: ${values.message}`,
  }),
  UnsupportedKind: refusal({
    code: 'UNSUPPORTED_KIND',
    category: 'unknownReference',
    title: 'Objects of this kind are not kept',
    description: 'Objects of that kind are not kept.',
    fields: { apiVersion: text('Its group and version.'), kindName: text('The kind.') },
    detail: ({ apiVersion, kindName }) => `objects of kind ${quoted(kindName)} (${apiVersion}) are not kept`,
    input: ['manifest', 'kind'],
  }),
  ContinueTokenExpired: refusal({
    code: 'CONTINUE_TOKEN_EXPIRED',
    category: 'gone',
    title: 'The list must be started again',
    description: 'The list has to be read from its start again.',
    fields: { message: text('Why.') },
    detail: ({ message }) => message,
  }),
};
