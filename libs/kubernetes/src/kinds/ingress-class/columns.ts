import { AGE, ageOf, described, NAME, printerColumns } from '../../table/index.js';

interface Parameters {
  readonly apiGroup?: string;
  readonly kind?: string;
  readonly name?: string;
}

interface PrintedIngressClass {
  readonly spec?: { readonly controller?: string; readonly parameters?: Parameters | null };
}

/** An ingress class in a table. */
export const ingressClassColumns = printerColumns<PrintedIngressClass>({
  columns: [
    NAME,
    described('Controller', 'Controller that is responsible for handling this class'),
    described('Parameters', 'A reference to a resource with additional parameters'),
    AGE,
  ],
  cells: ({ metadata, spec = {} }, now) => [
    metadata.name,
    spec.controller ?? '',
    parametersText(spec.parameters),
    ageOf(metadata.creationTimestamp, now),
  ],
});

function parametersText(parameters: Parameters | null | undefined): string {
  if (parameters === undefined || parameters === null) return '<none>';
  const { apiGroup, kind = '', name = '' } = parameters;
  return `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`;
}
