import type { LabelSelector } from '#apimachinery';
import {
  AGE,
  ageOf,
  described,
  labelsText,
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

interface PrintedDaemonSet {
  readonly spec?: { readonly selector?: LabelSelector; readonly template?: PrintedTemplate };
  readonly status?: {
    readonly desiredNumberScheduled?: number;
    readonly currentNumberScheduled?: number;
    readonly numberReady?: number;
    readonly updatedNumberScheduled?: number;
    readonly numberAvailable?: number;
  };
}

const READY =
  'The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and ready.';
const SELECTOR =
  'A label query over pods that are managed by the daemon set. Must match in order to be controlled. If empty, ' +
  'defaulted to labels on Pod template. More info: ' +
  'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors';

/** A daemon set in a table. */
export const daemonSetColumns = printerColumns<PrintedDaemonSet>({
  columns: [
    NAME,
    ofField('Desired', 'DaemonSetStatus.desiredNumberScheduled', WHOLE),
    ofField('Current', 'DaemonSetStatus.currentNumberScheduled', WHOLE),
    described('Ready', READY, WHOLE),
    ofField('Up-to-date', 'DaemonSetStatus.updatedNumberScheduled', WHOLE),
    ofField('Available', 'DaemonSetStatus.numberAvailable', WHOLE),
    ofField('Node Selector', 'PodSpec.nodeSelector'),
    AGE,
    ...TEMPLATE_COLUMNS,
    described('Selector', SELECTOR, WIDE),
  ],
  cells: ({ metadata, spec = {}, status = {} }, now) => [
    metadata.name,
    status.desiredNumberScheduled ?? 0,
    status.currentNumberScheduled ?? 0,
    status.numberReady ?? 0,
    status.updatedNumberScheduled ?? 0,
    status.numberAvailable ?? 0,
    labelsText(spec.template?.spec?.nodeSelector),
    ageOf(metadata.creationTimestamp, now),
    ...templateCells(spec.template),
    selectorText(spec.selector),
  ],
  fieldAnnotations: ['deprecated.daemonset.template.generation'],
});
