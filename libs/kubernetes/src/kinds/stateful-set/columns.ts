import {
  AGE,
  ageOf,
  described,
  NAME,
  printerColumns,
  TEMPLATE_COLUMNS,
  templateCells,
  type PrintedTemplate,
} from '../../table/index.js';

interface PrintedStatefulSet {
  readonly spec?: { readonly replicas?: number; readonly template?: PrintedTemplate };
  readonly status?: { readonly readyReplicas?: number };
}

/** A stateful set in a table. */
export const statefulSetColumns = printerColumns<PrintedStatefulSet>({
  columns: [NAME, described('Ready', 'Number of the pod with ready state'), AGE, ...TEMPLATE_COLUMNS],
  cells: ({ metadata, spec = {}, status = {} }, now) => [
    metadata.name,
    `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
    ageOf(metadata.creationTimestamp, now),
    ...templateCells(spec.template),
  ],
});
