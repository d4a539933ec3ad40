import { labelSelector, list, object, resourceList, text, whole, type LabelSelector } from '#apimachinery';
import type { ResourceList } from '../resources/index.js';

/** What a claim begins with: another claim, a snapshot. */
export interface DataSource {
  apiGroup?: string | null;
  kind?: string;
  name?: string;
  namespace?: string;
}

/** core/v1 PersistentVolumeClaimSpec, of a claim and of a template. */
export interface PersistentVolumeClaimSpec {
  accessModes?: string[];
  resources?: { requests?: ResourceList; limits?: ResourceList };
  selector?: LabelSelector;
  storageClassName?: string;
  volumeAttributesClassName?: string;
  volumeMode?: string;
  volumeName?: string;
  dataSource?: DataSource;
  dataSourceRef?: DataSource;
}

export const claimSpec = object<PersistentVolumeClaimSpec>({
  accessModes: list(text),
  resources: object({ requests: resourceList, limits: resourceList }),
  selector: labelSelector,
  storageClassName: text,
  volumeAttributesClassName: text,
  volumeMode: text,
  volumeName: text,
  dataSource: whole(),
  dataSourceRef: whole(),
});

/** What a claim leaves open, in a template as well. // as API server v1.34 SetDefaults_PersistentVolumeClaimSpec */
export function defaultClaimSpec(spec: PersistentVolumeClaimSpec): void {
  spec.volumeMode ??= 'Filesystem';
  // The group is printed though there is none.
  for (const source of [spec.dataSource, spec.dataSourceRef]) if (source !== undefined) source.apiGroup ??= null;
}

/**
 * What a claim begins with is said in two fields, the older of which takes only claims and snapshots. A source in
 * another namespace is of CrossNamespaceVolumeDataSource, which is off.
 * // as API server v1.34 DropDisabledFields, EnforceDataSourceBackwardsCompatibility, NormalizeDataSources
 */
export function normalizeDataSources(spec: PersistentVolumeClaimSpec, before?: PersistentVolumeClaimSpec): void {
  if (spec.dataSourceRef?.namespace && before?.dataSourceRef === undefined) delete spec.dataSourceRef;
  const { dataSource, dataSourceRef } = spec;
  const hasSource = (before?.dataSource ?? before?.dataSourceRef ?? dataSourceRef) !== undefined;
  if (!hasSource && dataSource !== undefined && !OLDER_SOURCES.has(identityOf(dataSource))) delete spec.dataSource;
  if (spec.dataSource !== undefined && dataSourceRef === undefined) spec.dataSourceRef = { ...spec.dataSource };
  else if (spec.dataSource === undefined && dataSourceRef !== undefined && !dataSourceRef.namespace) {
    const { namespace: _, ...source } = dataSourceRef;
    spec.dataSource = source;
  }
}

const OLDER_SOURCES: ReadonlySet<string> = new Set([
  '/PersistentVolumeClaim',
  'snapshot.storage.k8s.io/VolumeSnapshot',
]);

function identityOf({ apiGroup, kind = '' }: DataSource): string {
  return `${apiGroup ?? ''}/${kind}`;
}
