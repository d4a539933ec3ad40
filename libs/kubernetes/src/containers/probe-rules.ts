import { checkName, checkNotNegative, headerNameProblems, portNameProblems, type JudgedField } from '#apimachinery';
import type { Container, Handler, Probe } from './container.js';
import { checkPortNumber } from './port-rules.js';

/** Seconds that the pod has to end; nothing where that is not said. */
export type GracePeriod = number | undefined;

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** Probes and lifecycle hooks of a container that stays. // as API server v1.34 validateLifecycle, validateProbe */
export function checkProbes(container: Container, grace: GracePeriod, at: JudgedField): void {
  const { postStart, preStop } = container.lifecycle ?? {};
  if (postStart !== undefined) checkHandler(postStart, grace, at.child('lifecycle').child('postStart'));
  if (preStop !== undefined) checkHandler(preStop, grace, at.child('lifecycle').child('preStop'));
  for (const name of PROBES) {
    const probe = container[name];
    if (probe !== undefined) checkProbe(probe, name, { grace, at: at.child(name) });
  }
}

/** A container that ends before the others start is asked nothing. // as API server v1.34 validateInitContainers */
export function checkNoProbes(container: Container, at: JudgedField): void {
  for (const name of ['lifecycle', ...PROBES] as const) {
    if (container[name] === undefined) continue;
    at.child(name).forbidden('may not be set for init containers without restartPolicy=Always');
  }
}

function checkProbe(
  probe: Probe,
  name: (typeof PROBES)[number],
  { grace, at }: { readonly grace: GracePeriod; readonly at: JudgedField },
): void {
  checkHandler(probe, grace, at);
  for (const field of ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds'] as const)
    checkNotNegative(probe[field], at.child(field));
  checkNotNegative(probe.successThreshold, at.child('successThreshold'));
  checkNotNegative(probe.failureThreshold, at.child('failureThreshold'));
  const own = probe.terminationGracePeriodSeconds;
  const path = at.child('terminationGracePeriodSeconds');
  if (own !== undefined && own <= 0) path.invalid(own, 'must be greater than 0');
  if (name === 'readinessProbe') {
    if (own !== undefined) path.invalid(own, 'must not be set for readinessProbes');
  } else if (probe.successThreshold !== 1) {
    at.child('successThreshold').invalid(probe.successThreshold ?? 0, 'must be 1');
  }
}

type Acting = Probe & Handler;
type Rule = (acting: Acting, at: JudgedField, grace: GracePeriod) => void;
type ActionName = 'exec' | 'httpGet' | 'tcpSocket' | 'grpc' | 'sleep';

/** How each is judged, in the order in which the second of two is one too many. */
const ACTIONS: Readonly<Record<ActionName, Rule>> = {
  exec: ({ exec }, at) => {
    if ((exec?.command ?? []).length === 0) at.child('command').required();
  },
  httpGet: checkHttpGet,
  tcpSocket: ({ tcpSocket }, at) => checkPort(tcpSocket?.port, at.child('port')),
  grpc: ({ grpc }, at) => checkPort(grpc?.port, at.child('port')),
  sleep: ({ sleep }, at, grace) => {
    const seconds = sleep?.seconds ?? 0;
    if (grace === undefined || (seconds >= 0 && seconds <= grace)) return;
    at.invalid(seconds, `must be non-negative and less than terminationGracePeriodSeconds (${grace})`);
  },
};

function checkHandler(handler: Acting, grace: GracePeriod, at: JudgedField): void {
  let found = false;
  for (const name of Object.keys(ACTIONS) as ActionName[]) {
    if (handler[name] === undefined) continue;
    if (found) at.child(name).forbidden('may not specify more than 1 handler type');
    else ACTIONS[name](handler, at.child(name), grace);
    found = true;
  }
  if (!found) at.required('must specify a handler type');
}

const SCHEMES: readonly string[] = ['HTTP', 'HTTPS'];

function checkHttpGet({ httpGet = {} }: Acting, at: JudgedField): void {
  const { path = '', port, scheme = '', httpHeaders = [] } = httpGet;
  if (path === '') at.child('path').required();
  checkPort(port, at.child('port'));
  if (!SCHEMES.includes(scheme)) at.child('scheme').notSupported(scheme, SCHEMES);
  for (const { name = '' } of httpHeaders) checkName(name, headerNameProblems, at.child('httpHeaders'));
}

/** A number, or the name of a port. // as API server v1.34 ValidatePortNumOrName */
export function checkPort(port: number | string | undefined, at: JudgedField): void {
  if (typeof port === 'string') checkName(port, portNameProblems, at);
  else checkPortNumber(port ?? 0, at);
}
