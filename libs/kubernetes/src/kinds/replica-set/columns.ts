import type { LabelSelector } from '#apimachinery';
import {
  AGE,
  ageOf,
  described,
  NAME,
  ofField,
  printerColumns,
  selectorText,
  TEMPLATE_COLUMNS,
  templateCells,
  WHOLE,
  WIDE,
  type PrintedTemplate,
} from '../../table/index.js';

interface PrintedReplicaSet {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: LabelSelector;
    readonly template?: PrintedTemplate;
  };
  readonly status?: { readonly replicas?: number; readonly readyReplicas?: number };
}

const SELECTOR =
  'Selector is a label query over pods that should match the replica count. If the selector is empty, it is ' +
  'defaulted to the labels present on the pod template. Label keys and values that must match in order to be ' +
  'controlled by this replica set. More info: ' +
  'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors';

/** A replica set in a table. */
export const replicaSetColumns = printerColumns<PrintedReplicaSet>({
  columns: [
    NAME,
    ofField('Desired', 'ReplicaSetSpec.replicas', WHOLE),
    ofField('Current', 'ReplicaSetStatus.replicas', WHOLE),
    ofField('Ready', 'ReplicaSetStatus.readyReplicas', WHOLE),
    AGE,
    ...TEMPLATE_COLUMNS,
    described('Selector', SELECTOR, WIDE),
  ],
  cells: ({ metadata, spec = {}, status = {} }, now) => [
    metadata.name,
    spec.replicas ?? 0,
    status.replicas ?? 0,
    status.readyReplicas ?? 0,
    ageOf(metadata.creationTimestamp, now),
    ...templateCells(spec.template),
    selectorText(spec.selector),
  ],
});
