import type { Container, Probe } from './container.js';

/** What every container gets, in pods and in templates. // as API server v1.34 SetDefaults_Container */
export function defaultContainer(container: Container): void {
  container.imagePullPolicy ||= pullsAlways(container.image ?? '') ? 'Always' : 'IfNotPresent';
  container.terminationMessagePath ||= '/dev/termination-log';
  container.terminationMessagePolicy ||= 'File';
  container.resources ??= {};
  for (const port of container.ports ?? []) port.protocol ||= 'TCP';
  for (const { valueFrom } of container.env ?? [])
    if (valueFrom?.fieldRef !== undefined) valueFrom.fieldRef.apiVersion ||= 'v1';
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
    if (probe !== undefined) defaultProbe(probe);
  }
}

function defaultProbe(probe: Probe): void {
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  if (probe.grpc !== undefined) probe.grpc.service ??= '';
  if (probe.httpGet === undefined) return;
  probe.httpGet.path ||= '/';
  probe.httpGet.scheme ||= 'HTTP';
}

/** An image named `latest`, or by no tag and no digest at all, may have changed since it was pulled. */
function pullsAlways(image: string): boolean {
  const [reference = '', digest] = image.split('@');
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return name.includes(':') ? name.endsWith(':latest') : digest === undefined;
}
