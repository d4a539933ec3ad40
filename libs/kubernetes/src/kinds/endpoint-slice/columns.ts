import { AGE, ageOf, fewOf, NAME, ofField, printerColumns } from '../../table/index.js';

interface PrintedEndpointSlice {
  readonly addressType?: string;
  readonly ports?: readonly { readonly name?: string; readonly port?: number }[] | null;
  readonly endpoints?: readonly { readonly addresses?: readonly string[] | null }[] | null;
}

const UNSET = '<unset>';

/** An endpoint slice in a table. */
export const endpointSliceColumns = printerColumns<PrintedEndpointSlice>({
  columns: [
    NAME,
    ofField('AddressType', 'EndpointSlice.addressType'),
    ofField('Ports', 'EndpointSlice.ports'),
    ofField('Endpoints', 'EndpointSlice.endpoints'),
    AGE,
  ],
  cells: ({ metadata, addressType, ports, endpoints }, now) => [
    metadata.name,
    addressType ?? '',
    fewOf((ports ?? []).map(({ name, port }) => String(port ?? name ?? '*'))) || UNSET,
    fewOf((endpoints ?? []).flatMap(({ addresses }) => addresses ?? [])) || UNSET,
    ageOf(metadata.creationTimestamp, now),
  ],
});
