import { AGE, ageOf, labelsText, NAME, ofField, printerColumns, WIDE } from '../../table/index.js';

interface PrintedService {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly clusterIPs?: readonly string[];
    readonly externalIPs?: readonly string[];
    readonly externalName?: string;
    readonly ports?: readonly { readonly port?: number; readonly nodePort?: number; readonly protocol?: string }[];
    readonly selector?: Readonly<Record<string, string>>;
  };
  readonly status?: {
    readonly loadBalancer?: { readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[] };
  };
}

/** A service in a table. // as API server v1.34 printService */
export const serviceColumns = printerColumns<PrintedService>({
  columns: [
    NAME,
    ofField('Type', 'ServiceSpec.type'),
    ofField('Cluster-IP', 'ServiceSpec.clusterIP'),
    ofField('External-IP', 'ServiceSpec.externalIPs'),
    ofField('Port(s)', 'ServiceSpec.ports'),
    AGE,
    ofField('Selector', 'ServiceSpec.selector', WIDE),
  ],
  cells: (service, now) => {
    const { metadata, spec = {} } = service;
    return [
      metadata.name,
      spec.type ?? '',
      spec.clusterIPs?.[0] || spec.clusterIP || '<none>',
      externalAddress(service),
      portsText(spec.ports ?? []),
      ageOf(metadata.creationTimestamp, now),
      labelsText(spec.selector),
    ];
  },
});

function externalAddress({ spec = {}, status }: PrintedService): string {
  const external = spec.externalIPs ?? [];
  switch (spec.type) {
    case 'ClusterIP':
    case 'NodePort':
      return external.join(',') || '<none>';
    case 'LoadBalancer': {
      const ingress = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '');
      const balancer = [...new Set(ingress.filter((address) => address !== ''))].sort();
      return [...balancer, ...external].join(',') || '<pending>';
    }
    case 'ExternalName':
      return spec.externalName ?? '';
    default:
      return '<unknown>';
  }
}

function portsText(ports: NonNullable<NonNullable<PrintedService['spec']>['ports']>): string {
  const texts = ports.map(({ port = 0, nodePort = 0, protocol = '' }) =>
    nodePort > 0 ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
  );
  return texts.join(',') || '<none>';
}
