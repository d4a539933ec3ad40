import { AGE, ageOf, fewOf, NAME, ofField, printerColumns } from '../../table/index.js';

interface PrintedEndpoints {
  readonly subsets?:
    | readonly {
        readonly addresses?: readonly { readonly ip?: string }[] | null;
        readonly ports?: readonly { readonly port?: number }[] | null;
      }[]
    | null;
}

/** Endpoints in a table. */
export const endpointsColumns = printerColumns<PrintedEndpoints>({
  columns: [NAME, ofField('Endpoints', 'Endpoints.subsets'), AGE],
  cells: ({ metadata, subsets }, now) => [
    metadata.name,
    (subsets ?? []).length === 0 ? '<none>' : fewOf(addressesOf(subsets)),
    ageOf(metadata.creationTimestamp, now),
  ],
});

/** Each port of a subset at each of its addresses that is ready; the addresses of one without ports. */
function addressesOf(subsets: PrintedEndpoints['subsets']): readonly string[] {
  return (subsets ?? []).flatMap(({ addresses, ports }) => {
    const ips = (addresses ?? []).map(({ ip = '' }) => ip);
    if ((ports ?? []).length === 0) return ips;
    return (ports ?? []).flatMap(({ port = 0 }) => ips.map((ip) => `${ip.includes(':') ? `[${ip}]` : ip}:${port}`));
  });
}
