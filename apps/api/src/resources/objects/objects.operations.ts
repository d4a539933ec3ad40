import { ID } from '@nestjs/graphql';
import { ClusterService, isClusterId, ObjectService } from '#cluster';
import type { Manifest } from '#rows';
import { describeProblem, shortened } from '#apimachinery';
import { earlyWarningsOf, warningsOf } from '#api-server';
import { findKindByName } from '#kubernetes';
import type { FieldWarning } from '#kubernetes-schema';
import { ok, refuse } from '#requests';
import { z } from 'zod';
import { ClusterMutationInput, clusterRef } from '../clusters/index.js';
import { type Caller, inNamespace } from '../../ground/caller/index.js';
import { document, typeOf, words } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { mutation, type Services } from '../../ground/operation/index.js';
import { accepted, RequestRefused } from '../../ground/outcome/index.js';
import { objectModel } from './object-model.js';
import { KubernetesObjectModel } from './objects.model.js';
import { readManifest } from './read-manifest.js';

const permission = inNamespace('editor');
const uses = { objects: ObjectService, clusters: ClusterService };
const path = ({ clusterId }: ClusterMutationInput) => ({ cluster: clusterRef(clusterId) });
const dryRun = z.boolean().optional().describe('Performs all checks and writes nothing.');

const fieldValidation = words(
  'FieldValidation',
  'Handling of fields that are unknown to Kubernetes, which are dropped, and of duplicate fields, of ' +
    'which the last one is used.',
  { Ignore: 'Accept the object.', Warn: 'Accept the object and report the fields.', Strict: 'Refuse the object.' },
);

const objectChange = words('ObjectChange', 'What happened to an object.', {
  created: 'The object is created.',
  updated: 'The object was replaced.',
  unchanged: 'The object was already present and equal.',
});

export const applyObject = mutation({
  name: 'applyObject',
  permission,
  description:
    'Creates or replaces one object as an import does: status, uid and creation time are preserved, and ' +
    'its namespace is created.',
  uses,
  key: true,
  body: z.object({
    manifest: document.describe(
      'The object as JSON, or its YAML or JSON as a string. A metadata.resourceVersion in it must be the ' +
        'present one.',
    ),
    dryRun,
    fieldValidation: fieldValidation.optional().describe('Handling of unknown or duplicate fields. Default: `Warn`.'),
  }),
  input: { what: 'The object.', about: 'An object to create or to replace.', type: ClusterMutationInput },
  path,
  run: async (
    { objects },
    { caller, path: { cluster }, body: { manifest, fieldValidation: level, ...how }, terms },
  ) => {
    const { object, warnings } = await readManifest(manifest);
    const judged = [...judgedBy(level ?? 'Warn', object, warnings), ...earlyWarningsOf(object)];
    const applied = await objects.apply(caller, cluster, { object, ...withoutUndefined(how), ...terms({}) });
    return applied.refused ? applied : ok({ ...applied.value, judged });
  },
  payload: {
    object: { type: () => KubernetesObjectModel, what: 'The object after the mutation' },
    change: { type: typeOf(objectChange), what: 'What happened to the object' },
    warnings: {
      type: () => [String],
      what:
        'Fields that were not stored as written: `spec.nodeSelectors: unknown field, did you mean ' + 'nodeSelector?`',
    },
  },
  changed: async ({ object, change, judged }, { services, caller, input }) => ({
    object: await modelOf(services, caller, { object, cluster: clusterRef(input.clusterId) }),
    change,
    warnings: [...judged, ...warningsOf(object, { isNew: change === 'created' })],
  }),
});

export const deleteObject = mutation({
  name: 'deleteObject',
  permission,
  description: 'Deletes one object. Deleting a namespace deletes everything in it.',
  uses,
  key: true,
  body: z.object({
    kind: z.string().describe('The kind: `Pod`.'),
    namespace: z.string().optional().describe('The namespace. Default, for namespaced kinds: `default`.'),
    name: z.string().describe('Its name.'),
    uid: z.string().optional().describe('Deletes the object only if this is its uid.'),
    resourceVersion: z.string().optional().describe('Deletes it only if this is its resourceVersion.'),
    dryRun,
  }),
  input: { what: 'The object.', about: 'An object to delete.', type: ClusterMutationInput },
  path,
  run: ({ objects }, { caller, path: { cluster }, body, terms }) => {
    const { kind: kindName, name, uid, resourceVersion, dryRun: isDry } = body;
    const kind = findKindByName(kindName);
    if (kind === undefined) return refuse({ kind: 'UnsupportedKind', apiVersion: '', kindName });
    const namespace = kind.namespaced ? (body.namespace ?? 'default') : '';
    const preconditions = withoutUndefined({ uid, resourceVersion });
    const how = { name, preconditions, ...withoutUndefined({ dryRun: isDry }), ...terms({}) };
    return objects.delete(caller, { cluster, kind, namespace }, how);
  },
  payload: {
    object: { type: () => KubernetesObjectModel, what: 'The last state of the object' },
    deletedObjectId: { type: () => ID, what: 'Global id of the deleted object, which no longer leads to an object' },
  },
  changed: async ({ object: deleted }, { services, caller, input }) => {
    const object = await modelOf(services, caller, { object: deleted, cluster: clusterRef(input.clusterId) });
    return { object, deletedObjectId: object.id };
  },
});

/** Global ids hold the cluster's id, where callers may give its name. */
async function modelOf(
  { clusters }: Pick<Services<typeof uses>, 'clusters'>,
  caller: Caller,
  { object, cluster }: { readonly object: Manifest; readonly cluster: string },
): Promise<KubernetesObjectModel> {
  const found = await clusters.get(caller, cluster);
  // What was done is answered although the cluster was deleted since.
  const id = found.refused && isClusterId(cluster) ? cluster : accepted(found).id;
  return objectModel({ cluster: id }, object);
}

/** The largest number of warnings that are returned for one object; no reader needs more. */
const MOST_WARNINGS = 100;

/** The warnings about fields that are not stored as they were written. @throws RequestRefused when none may occur */
function judgedBy(
  level: z.output<typeof fieldValidation>,
  { apiVersion, kind, metadata: { namespace = '', name } }: Manifest,
  warnings: readonly FieldWarning[],
): string[] {
  if (level === 'Ignore') return [];
  const faults = warnings.slice(0, MOST_WARNINGS).map((warning) => shortened(describeProblem(warning)));
  if (level === 'Warn' || faults.length === 0) return faults;
  throw RequestRefused.of({ kind: 'UnknownFields', object: { apiVersion, kind, namespace, name }, faults });
}
