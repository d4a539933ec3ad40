import type { LabelSelector } from '#apimachinery';
import {
  AGE,
  ageOf,
  described,
  NAME,
  ofField,
  printerColumns,
  selectorRequirements,
  TEMPLATE_COLUMNS,
  templateCells,
  WIDE,
  type PrintedTemplate,
} from '../../table/index.js';

interface PrintedDeployment {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: LabelSelector;
    readonly template?: PrintedTemplate;
  };
  readonly status?: {
    readonly readyReplicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
  };
}

const SELECTOR =
  'Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this ' +
  'deployment.';

/** A deployment in a table. */
export const deploymentColumns = printerColumns<PrintedDeployment>({
  columns: [
    NAME,
    described('Ready', 'Number of the pod with ready state'),
    ofField('Up-to-date', 'DeploymentStatus.updatedReplicas'),
    ofField('Available', 'DeploymentStatus.availableReplicas'),
    AGE,
    ...TEMPLATE_COLUMNS,
    described('Selector', SELECTOR, WIDE),
  ],
  cells: ({ metadata, spec = {}, status = {} }, now) => [
    metadata.name,
    `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
    status.updatedReplicas ?? 0,
    status.availableReplicas ?? 0,
    ageOf(metadata.creationTimestamp, now),
    ...templateCells(spec.template),
    selectorRequirements(spec.selector),
  ],
});
