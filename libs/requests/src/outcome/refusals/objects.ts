import { aggregateText, describeProblem } from '#apimachinery';
import { current, given, integer, object, operation, optional, problems, refusal, text, texts } from './definition.js';
import {
  aboutResource,
  anotherObject,
  failedPatch,
  invalidObject,
  strictDecoding,
  undecodableObject,
  undecodablePatch,
  unmetPrecondition,
} from './kubernetes-words.js';
import { notValid, quoted, shown } from './words.js';

/** What reading and writing the objects of a cluster may meet. */
export const OBJECTS = {
  ObjectNotFound: refusal({
    code: 'OBJECT_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such object',
    description: 'There is no such object.',
    fields: {
      object,
      near: optional(
        texts('Objects that the name probably means, as namespace/name; absent where it is not looked for.'),
      ),
    },
    detail: ({ object: ref, near = [] }) =>
      `${shown(ref)} not found${near.length === 0 ? '' : `, did you mean ${near.join(' or ')}?`}`,
    kubernetes: (values) => aboutResource(values.object, (resource, name) => `${resource} ${name} not found`),
  }),
  ObjectAlreadyExists: refusal({
    code: 'OBJECT_ALREADY_EXISTS',
    category: 'alreadyExists',
    title: 'The object exists already',
    description: 'An object of this name exists already.',
    fields: { object, state: optional(text('`terminating` for an object that is being deleted; absent otherwise.')) },
    detail: ({ object: ref, state }) =>
      `${shown(ref)} exists already${state === undefined ? '' : ' and is being deleted'}`,
    kubernetes: ({ object: ref, state }) =>
      aboutResource(
        ref,
        (resource, name) =>
          `${state === undefined ? '' : 'object is being deleted: '}${resource} ${name} already exists`,
      ),
  }),
  ObjectInvalid: refusal({
    code: 'OBJECT_INVALID',
    category: 'invalid',
    title: 'The object is not valid',
    description: 'The object is invalid.',
    fields: {
      object,
      problems,
      undecodable: optional(text('The message of a Kubernetes API server about an object with fields of wrong types.')),
      patched: optional(text('The patched object, if the request is a patch.')),
      misaddressed: optional(text('The message of a Kubernetes API server about an object of another name.')),
    },
    detail: (values) => notValid(shown(values.object), values.problems),
    input: ['manifest'],
    kubernetes: ({ object: ref, problems: wrong, undecodable, patched, misaddressed }) => {
      if (misaddressed !== undefined) return { message: misaddressed, category: 'malformed' };
      if (undecodable === undefined) return invalidObject(ref, wrong);
      return patched === undefined ? undecodableObject(ref, undecodable) : undecodablePatch(patched, undecodable);
    },
  }),
  ObjectForbidden: refusal({
    code: 'OBJECT_FORBIDDEN',
    category: 'forbidden',
    title: 'Admission rejects the object',
    description: 'The object is valid, and an admission step rejects it: a limit range, a quota, a class.',
    fields: {
      object,
      step: text("The admission step: the name of the API server's plugin."),
      reasons: texts('All reasons of the step.'),
      usage: optional(text('For a quota: all that the object asks of quotas, as `resource=quantity,...`.')),
      scopes: optional(text('For a quota: the scopes of quotas that the object is in, separated by commas.')),
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
    description: 'The namespace is being terminated: nothing can be created in it.',
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
    title: 'The object has unknown or duplicate fields',
    description: 'The object has unknown or duplicate fields, which strict validation does not permit.',
    fields: { object, faults: texts('The fields, such as `unknown field "spec.nodeSelectors"`.') },
    detail: (values) => strictDecoding(values.object, values.faults),
    input: ['manifest'],
  }),
  ResourceVersionConflict: refusal({
    code: 'RESOURCE_VERSION_CONFLICT',
    category: 'conflict',
    title: 'The object has been modified',
    description: 'The object was changed since it was read.',
    fields: { object, given, current, operation },
    detail: (values) =>
      `${shown(values.object)} has been modified: resourceVersion ${quoted(values.given)} was given, ` +
      `it is ${quoted(values.current)}`,
    input: ['manifest', 'metadata', 'resourceVersion'],
    kubernetes: (values) => {
      if (values.operation === 'bind') return anotherObject('ResourceVersion', values);
      if (values.operation !== undefined) return unmetPrecondition('ResourceVersion', values);
      return aboutResource(
        values.object,
        (resource, name) =>
          `Operation cannot be fulfilled on ${resource} ${name}: the object has been modified; ` +
          'please apply your changes to the latest version and try again',
      );
    },
  }),
  UidConflict: refusal({
    code: 'UID_CONFLICT',
    category: 'conflict',
    title: 'Another object has the name',
    description: 'The uid is that of another object with the same name.',
    fields: { object, given, current, operation },
    detail: (values) =>
      `${shown(values.object)} is another object: uid ${quoted(values.given)} was given, it is ` +
      `${quoted(values.current)}`,
    kubernetes: (values) =>
      values.operation === undefined ? anotherObject('UID', values) : unmetPrecondition('UID', values),
  }),
  PodAlreadyBound: refusal({
    code: 'POD_ALREADY_BOUND',
    category: 'conflict',
    title: 'The pod is bound already',
    description: 'The pod is bound to a node already.',
    fields: { object, node: text('The node.') },
    detail: (values) => `${shown(values.object)} is already assigned to node ${quoted(values.node)}`,
    kubernetes: ({ object: { name }, node }) => ({
      message:
        `Operation cannot be fulfilled on pods/binding ${quoted(name)}: ` +
        `pod ${name} is already assigned to node ${quoted(node)}`,
      details: { name, kind: 'pods/binding' },
    }),
  }),
  BindingInvalid: refusal({
    code: 'BINDING_INVALID',
    category: 'malformed',
    title: 'The binding is not valid',
    description: 'The binding is invalid: its target is no node.',
    fields: { problems },
    detail: (values) => aggregateText(values.problems.map(describeProblem)),
    kubernetes: (values) => ({ message: aggregateText(values.problems.map(describeProblem)), category: 'failed' }),
  }),
  PodNotBindable: refusal({
    code: 'POD_NOT_BINDABLE',
    category: 'conflict',
    title: 'The pod cannot be bound',
    description: 'The pod has scheduling gates, or it is being deleted.',
    fields: { object, reason: text('Why the pod cannot be bound.') },
    detail: (values) => `${shown(values.object)} cannot be bound: ${values.reason}`,
    kubernetes: ({ object: { name }, reason }) => ({
      message: `Operation cannot be fulfilled on pods/binding ${quoted(name)}: ${reason}`,
      details: { name, kind: 'pods/binding' },
    }),
  }),
  EvictionRefused: refusal({
    code: 'EVICTION_REFUSED',
    category: 'tooManyRequests',
    title: 'A disruption budget does not allow the eviction',
    description: 'A PodDisruptionBudget does not allow the eviction of the pod now.',
    fields: {
      object,
      budget: text('The PodDisruptionBudget.'),
      reason: text('Why it does not allow the eviction.'),
      retryAfterSeconds: optional(integer('Seconds after which the same request may succeed.')),
    },
    detail: (values) => `${shown(values.object)} cannot be evicted: ${values.reason}`,
    kubernetes: ({ reason, retryAfterSeconds }) => ({
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      details: {
        causes: [{ reason: 'DisruptionBudget', message: reason }],
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      },
    }),
  }),
  EvictionUndecided: refusal({
    code: 'EVICTION_UNDECIDED',
    category: 'conflict',
    title: 'The disruption budgets do not allow a decision',
    description: 'Several PodDisruptionBudgets select the pod, or one counts more disruptions than it can.',
    fields: {
      object,
      reason: text('Why no decision is possible.'),
      answer: optional(text('How a Kubernetes API server refuses the eviction: `failed` or `forbidden`.')),
    },
    detail: (values) => `${shown(values.object)} cannot be evicted: ${values.reason}`,
    kubernetes: ({ reason, answer }) => ({
      message: reason,
      category: answer === 'forbidden' ? 'forbidden' : 'failed',
    }),
  }),
  PatchFailed: refusal({
    code: 'PATCH_FAILED',
    category: 'invalid',
    title: 'The patch does not apply',
    description: 'The patch does not apply to the object.',
    fields: {
      object,
      message: text('The reason.'),
      answer: optional(text('How a Kubernetes API server refuses the patch: `malformed`, `rejected` or `failed`.')),
    },
    detail: (values) => `the patch does not apply to ${shown(values.object)}: ${values.message}`,
    kubernetes: ({ message, answer }) => failedPatch(message, answer),
  }),
  VersionOnCreation: refusal({
    code: 'VERSION_ON_CREATION',
    category: 'failed',
    title: 'A new object must not have a resourceVersion',
    description: 'The object is to be created, and has a resourceVersion already.',
    fields: { object },
    detail: (values) => `${shown(values.object)} is to be created, and has a resourceVersion already`,
    input: ['manifest', 'metadata', 'resourceVersion'],
    kubernetes: () => ({ message: 'resourceVersion should not be set on objects to be created' }),
  }),
  UnsupportedKind: refusal({
    code: 'UNSUPPORTED_KIND',
    category: 'unknownReference',
    title: 'Objects of this kind are not supported',
    description: 'Objects of this kind are not supported.',
    fields: { apiVersion: text('Group and version.'), kindName: text('The kind.') },
    detail: ({ apiVersion, kindName }) => `objects of kind ${quoted(kindName)} (${apiVersion}) are not supported`,
    input: ['manifest', 'kind'],
  }),
  ContinueTokenExpired: refusal({
    code: 'CONTINUE_TOKEN_EXPIRED',
    category: 'gone',
    title: 'The continue token has expired',
    description: 'The token has expired: read the list from its start.',
    fields: { message: text('The explanation.') },
    detail: ({ message }) => message,
  }),
};
