import { pullsAlways } from './image-reference.js';
import type { Container, Handler, Probe } from './container.js';

/** What every container gets, in pods and in templates. // as API server v1.34 SetDefaults_Container */
export function defaultContainer(container: Container): void {
  container.imagePullPolicy ||= pullsAlways(container.image ?? '') ? 'Always' : 'IfNotPresent';
  container.terminationMessagePath ||= '/dev/termination-log';
  container.terminationMessagePolicy ||= 'File';
  container.resources ??= {};
  for (const port of container.ports ?? []) port.protocol ||= 'TCP';
  for (const { valueFrom } of container.env ?? [])
    if (valueFrom?.fieldRef !== undefined) valueFrom.fieldRef.apiVersion ||= 'v1';
  defaultHandlers(container);
}

/** What probes and handlers leave open. */
function defaultHandlers({ livenessProbe, readinessProbe, startupProbe, lifecycle }: Container): void {
  for (const probe of [livenessProbe, readinessProbe, startupProbe]) if (probe !== undefined) defaultProbe(probe);
  for (const handler of [lifecycle?.postStart, lifecycle?.preStop])
    if (handler?.httpGet !== undefined) defaultHttpGet(handler.httpGet);
}

function defaultProbe(probe: Probe): void {
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  if (probe.grpc !== undefined) probe.grpc.service ??= '';
  if (probe.httpGet !== undefined) defaultHttpGet(probe.httpGet);
}

function defaultHttpGet(action: NonNullable<Handler['httpGet']>): void {
  action.path ||= '/';
  action.scheme ||= 'HTTP';
}
