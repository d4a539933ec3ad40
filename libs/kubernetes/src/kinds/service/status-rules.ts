import { checkName, dnsSubdomainProblems, ipProblems, type JudgedField } from '#apimachinery';
import type { Ingress, Service } from './type.js';

const MODES: readonly string[] = ['Proxy', 'VIP'];

/** Where a load balancer is found. // as API server v1.34 ValidateServiceStatusUpdate, ValidateLoadBalancerStatus */
export function checkServiceStatus({ spec, status }: Service, before: Service, root: JudgedField): void {
  const at = root.child('status').child('loadBalancer').child('ingress');
  const ingress = status?.loadBalancer?.ingress ?? [];
  if (spec.type !== 'LoadBalancer') {
    if (ingress.length > 0) at.forbidden("may only be used when `spec.type` is 'LoadBalancer'");
    return;
  }
  const known = new Set((before.status?.loadBalancer?.ingress ?? []).map(({ ip }) => ip));
  ingress.forEach((one, index) => checkIngress(one, known, at.index(index)));
}

/** An address that was there before may stay as it is. */
function checkIngress(
  { ip = '', ipMode, hostname = '' }: Ingress,
  known: ReadonlySet<string | undefined>,
  at: JudgedField,
): void {
  if (ip !== '' && !known.has(ip)) checkName(ip, ipProblems, at.child('ip'));
  const mode = at.child('ipMode');
  if (ipMode === undefined) {
    if (ip !== '') mode.required('must be specified when `ip` is set');
  } else if (ip === '') mode.forbidden('may not be specified when `ip` is not set');
  else if (!MODES.includes(ipMode)) mode.notSupported(ipMode, MODES);
  if (hostname === '') return;
  checkName(hostname, dnsSubdomainProblems, at.child('hostname'));
  if (ipProblems(hostname).length === 0)
    at.child('hostname').invalid(hostname, 'must be a DNS name, not an IP address');
}
