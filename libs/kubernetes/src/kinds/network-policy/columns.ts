import type { LabelSelector } from '#apimachinery';
import { AGE, ageOf, described, NAME, printerColumns, selectorText } from '../../table/index.js';

const POD_SELECTOR =
  'Selects the pods to which this NetworkPolicy object applies.  The array of ingress rules is applied to any pods ' +
  'selected by this field. Multiple network policies can select the same set of pods.  In this case, the ingress ' +
  'rules for each are combined additively. This field is NOT optional and follows standard label selector semantics. ' +
  'An empty podSelector matches all pods in this namespace.';

/** A network policy in a table. */
export const networkPolicyColumns = printerColumns<{ readonly spec?: { readonly podSelector?: LabelSelector } }>({
  columns: [NAME, described('Pod-Selector', POD_SELECTOR), AGE],
  cells: ({ metadata, spec }, now) => [
    metadata.name,
    selectorText(spec?.podSelector),
    ageOf(metadata.creationTimestamp, now),
  ],
});
