import { described, labelsText, NAME, printerColumns, templateCells, type PrintedTemplate } from '../../table/index.js';

/** A pod template in a table. */
export const podTemplateColumns = printerColumns<{ readonly template?: PrintedTemplate }>({
  columns: [
    NAME,
    described('Containers', 'Names of each container in the template.'),
    described('Images', 'Images referenced by each container in the template.'),
    described('Pod Labels', 'The labels for the pod template.'),
  ],
  cells: ({ metadata, template }) => [
    metadata.name,
    ...templateCells(template),
    labelsText(template?.metadata?.labels),
  ],
});
