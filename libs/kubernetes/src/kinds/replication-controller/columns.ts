import {
  AGE,
  ageOf,
  labelsText,
  NAME,
  ofField,
  printerColumns,
  TEMPLATE_COLUMNS,
  templateCells,
  WHOLE,
  WIDE,
  type PrintedTemplate,
} from '../../table/index.js';

interface PrintedController {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: Readonly<Record<string, string>>;
    readonly template?: PrintedTemplate;
  };
  readonly status?: { readonly replicas?: number; readonly readyReplicas?: number };
}

/** A replication controller in a table. */
export const replicationControllerColumns = printerColumns<PrintedController>({
  columns: [
    NAME,
    ofField('Desired', 'ReplicationControllerSpec.replicas', WHOLE),
    ofField('Current', 'ReplicationControllerStatus.replicas', WHOLE),
    ofField('Ready', 'ReplicationControllerStatus.readyReplicas', WHOLE),
    AGE,
    ...TEMPLATE_COLUMNS,
    ofField('Selector', 'ReplicationControllerSpec.selector', WIDE),
  ],
  cells: ({ metadata, spec = {}, status = {} }, now) => [
    metadata.name,
    spec.replicas ?? 0,
    status.replicas ?? 0,
    status.readyReplicas ?? 0,
    ageOf(metadata.creationTimestamp, now),
    ...templateCells(spec.template),
    labelsText(spec.selector),
  ],
});
