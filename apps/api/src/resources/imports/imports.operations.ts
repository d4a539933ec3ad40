import { Readable } from 'node:stream';
import { z } from 'zod';
import { ClusterService } from '#cluster';
import { ExportService, ImportService } from '#transfer';
import { ClusterModel, ClusterMutationInput, clusterRef } from '../clusters/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { typeOf } from '../../ground/graphql/index.js';
import { sendText, withoutUndefined } from '../../ground/http/index.js';
import { mutation, operation } from '../../ground/operation/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { answerBegun, operationSchema, resultOf } from '../operations/index.js';
import {
  exportQuery,
  importOptions,
  importQuery,
  importReport,
  manifestList,
  manifests as manifestsBody,
} from './import.schema.js';
import { ImportOperations } from './import-operations.js';
import { listAsJson, listAsYaml } from './write-list.js';

const tag = 'manifests';

/** Manifests as REST receives them: a stream, which is judged while it is read. */
const asStream = { query: importQuery, body: manifestsBody, envelope: z.unknown(), accepts: 'stream' } as const;

export const importManifests = operation({
  name: 'importManifests',
  route: 'POST /v1/clusters/:cluster/import',
  tag,
  permission: inNamespace('editor'),
  summary: 'Import manifests',
  description:
    'YAML or JSON, streamed, regardless of the content type; gzip is decompressed. Accepts the output of ' +
    '`kubectl get nodes,pods -A -o yaml`. Fields that are unknown to Kubernetes are dropped, as by its ' +
    'API server, and reported.',
  uses: { imports: ImportService },
  ...asStream,
  answer: { status: 200, description: 'The result.', schema: importReport },
  problems: [
    ErrorCode.MANIFESTS_UNREADABLE,
    ErrorCode.NOTHING_TO_IMPORT,
    ErrorCode.IMPORT_REJECTED,
    ErrorCode.CLUSTER_FOLLOWED,
    ErrorCode.TOO_MANY_REQUESTS,
  ],
  // Keys of imports are stored as those of `import`.
  key: 'import',
  run: ({ imports }, { caller, path: { cluster }, query, body, terms }) => {
    const { idempotency } = terms({ cluster, ...asKept(query) });
    const key = idempotency && { idempotency: { ...idempotency, hashesManifests: true } };
    return imports.import(caller, { cluster, ...query, manifests: streamOf(body), ...key });
  },
});

export const startImport = operation({
  name: 'startImport',
  route: 'POST /v1/clusters/:cluster/imports',
  tag,
  permission: inNamespace('editor'),
  summary: 'Import manifests in the background',
  description:
    'Takes what `POST /v1/clusters/{cluster}/import` takes, stores it, encrypted, and answers when it is received. ' +
    'Any process imports it, once, as an operation; the `result` of the operation is the report.',
  uses: { background: ImportOperations },
  ...asStream,
  answer: { status: 202, description: 'The operation.', schema: operationSchema },
  problems: [ErrorCode.STORAGE_UNAVAILABLE, ErrorCode.TOO_MANY_REQUESTS],
  key: true,
  send: async ({ background }, { caller, path: { cluster }, query, body, terms }, { reply }) => {
    const arriving = { manifests: streamOf(body), keyed: terms };
    return answerBegun(reply, accepted(await background.begin(caller, { cluster, ...query }, arriving)));
  },
});

function streamOf(body: unknown): Readable {
  return body instanceof Readable ? body : Readable.from([]);
}

/** The report of an import in the background. */
export const importResult = resultOf('import', { field: 'import', what: 'an import', schema: importReport });

/** Imports that fit into a query; REST streams the others. Its keys are stored as its own. */
export const importManifestsText = mutation({
  name: 'importManifests',
  permission: inNamespace('editor'),
  description:
    'Imports manifests into a cluster in one revision. Status, uid and creation time of the objects are ' +
    'preserved.',
  uses: { imports: ImportService, clusters: ClusterService },
  key: true,
  body: importOptions.extend({
    manifests: z
      .string()
      .describe('YAML or JSON: one object, a List, or several documents. REST accepts larger imports, as a stream.'),
    dryRun: z.boolean().optional().describe('Reports what the import would do, and writes nothing.'),
  }),
  fields: {
    onError: { description: 'Handling of invalid objects. Default: `abort`.' },
    onUnknown: { description: 'Handling of unknown or duplicate fields. Default: `warn`.' },
    onIgnored: { description: 'Handling of objects of unsupported kinds. Default: `warn`.' },
    quotas: { description: 'Enforcement of ResourceQuotas. Default: `report`.' },
  },
  input: { what: 'The manifests.', about: 'Manifests to import, as kubectl prints them.', type: ClusterMutationInput },
  path: ({ clusterId }) => ({ cluster: clusterRef(clusterId) }),
  run: ({ imports }, { caller, path: { cluster }, body: { manifests: text, ...options }, terms }) => {
    const manifests = Readable.from([text]);
    return imports.import(caller, { cluster, manifests, ...withoutUndefined(options), ...terms({}) });
  },
  payload: {
    report: { type: typeOf(importReport), what: 'The result' },
    cluster: { type: () => ClusterModel, what: 'The cluster after the import' },
  },
  changed: (report, { services, caller, input }) => ({
    report,
    cluster: async () => {
      const found = await services.clusters.get(caller, clusterRef(input.clusterId));
      return found.refused ? null : new ClusterModel(found.value);
    },
  }),
});

export const exportManifests = operation({
  name: 'exportManifests',
  route: 'GET /v1/clusters/:cluster/export',
  tag,
  permission: inNamespace('viewer'),
  summary: 'Export manifests',
  description:
    'All objects of the present or a past state of the cluster, streamed as a v1 List in JSON or YAML, by `Accept`.',
  uses: { exports: ExportService },
  query: exportQuery,
  answer: {
    status: 200,
    description: 'A v1 List.',
    schema: manifestList,
    types: ['application/json', 'application/yaml'],
  },
  problems: [ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED, ErrorCode.TOO_MANY_REQUESTS],
  lasts: 'log',
  send: async ({ exports }, { caller, path: { cluster }, query: { kinds, at } }, { reply, type }) => {
    const listAs = type === 'application/json' ? listAsJson : listAsYaml;
    accepted(
      await exports.export(caller, withoutUndefined({ cluster, kinds, at }), (exported) =>
        sendText(reply, type, listAs(exported)),
      ),
    );
  },
});

/**
 * What a key stands for, beside the hash of the manifests. Options that have their default are left out, so that keys
 * of earlier versions still count.
 */
function asKept({
  onError,
  onUnknown,
  onIgnored,
  quotas,
  dryRun = false,
}: Partial<z.output<typeof importQuery>>): Readonly<Record<string, unknown>> {
  return {
    onError,
    ...(onUnknown === 'abort' ? { onUnknown } : {}),
    ...(onIgnored === 'abort' ? { onIgnored } : {}),
    ...(quotas === 'enforce' ? { quotas } : {}),
    ...(dryRun ? { dryRun } : {}),
  };
}
