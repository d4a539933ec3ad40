import { AGE, ageOf, described, fewOf, NAME, printerColumns } from '../../table/index.js';

interface PrintedIngress {
  readonly spec?: {
    readonly ingressClassName?: string;
    readonly tls?: readonly object[] | null;
    readonly rules?: readonly { readonly host?: string }[] | null;
  };
  readonly status?: {
    readonly loadBalancer?: {
      readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[] | null;
    };
  };
}

const CLASS = 'The name of the IngressClass resource that should be used for additional configuration';

/** An ingress in a table. */
export const ingressColumns = printerColumns<PrintedIngress>({
  columns: [
    NAME,
    described('Class', CLASS),
    described('Hosts', 'Hosts that incoming requests are matched against before the ingress rule'),
    described('Address', 'Address is a list containing ingress points for the load-balancer'),
    described('Ports', 'Ports of TLS configurations that open'),
    AGE,
  ],
  cells: ({ metadata, spec = {}, status = {} }, now) => [
    metadata.name,
    spec.ingressClassName ?? '<none>',
    fewOf((spec.rules ?? []).flatMap(({ host = '' }) => (host === '' ? [] : [host]))) || '*',
    addressText(status),
    (spec.tls ?? []).length === 0 ? '80' : '80, 443',
    ageOf(metadata.creationTimestamp, now),
  ],
});

function addressText({ loadBalancer }: NonNullable<PrintedIngress['status']>): string {
  const addresses = (loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }) => ip || hostname || []);
  return [...new Set(addresses)].sort().join(',');
}
