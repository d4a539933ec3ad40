import { isJsonObject } from '#json';
import {
  checkChoice,
  checkName,
  dnsLabelProblems,
  dnsSubdomainProblems,
  identifierProblems,
  labelValueProblems,
  qualifiedNameProblems,
  requireChoice,
  utf8Length,
  type JudgedField,
} from '#apimachinery';
import type { Toleration } from '../tolerations/index.js';
import { expressionProblem, LONGEST_EXPRESSION } from './selector-expression.js';

/** resource/v1 DeviceSelector: an expression of CEL. */
export interface DeviceSelector {
  cel?: { expression?: string };
}

/** resource/v1 DeviceConfiguration. */
export interface DeviceConfiguration {
  opaque?: { driver?: string; parameters?: unknown };
  requests?: string[];
}

/** What is asked of one sort of device: resource/v1 ExactDeviceRequest, DeviceSubRequest. */
export interface DeviceRequirement {
  name?: string;
  deviceClassName?: string;
  selectors?: DeviceSelector[];
  allocationMode?: string;
  count?: number;
  capacity?: unknown;
  tolerations?: Toleration[];
  adminAccess?: boolean;
}

/** resource/v1 DeviceClaim. */
export interface DeviceClaim {
  requests?: { name?: string; exactly?: DeviceRequirement; firstAvailable?: DeviceRequirement[] }[] | null;
  constraints?: { matchAttribute?: string; distinctAttribute?: string; requests?: string[] }[];
  config?: DeviceConfiguration[];
}

const MOST = 32;
const MOST_ALTERNATIVES = 8;
const LONGEST_DRIVER = 63;
const LONGEST_IDENTIFIER = 32;

/** One device of a class, unless it says otherwise. // as API server v1.34 SetDefaults_ExactDeviceRequest */
export function completeClaim({ requests }: DeviceClaim): void {
  for (const { exactly, firstAvailable = [] } of requests ?? [])
    for (const one of [...(exactly === undefined ? [] : [exactly]), ...firstAvailable]) {
      // Drops a field of DRAConsumableCapacity, which is off.
      delete one.capacity;
      one.allocationMode ||= 'ExactCount';
      if (one.allocationMode === 'ExactCount') one.count ||= 1;
      if (one.tolerations !== undefined)
        one.tolerations = one.tolerations.map((given) => ({ ...given, operator: given.operator || 'Equal' }));
    }
}

/** // as API server v1.34 validateDeviceClaim */
export function checkClaim({ requests: given, constraints = [], config = [] }: DeviceClaim, at: JudgedField): void {
  const requests = given ?? [];
  const names = new Set<string>();
  const known = requestNames({ requests });
  if (requests.length > MOST) at.child('requests').tooMany(requests.length, MOST);
  requests.forEach((request, index) => {
    const path = at.child('requests').index(index);
    checkRequest(request, path);
    const { name = '' } = request;
    if (names.has(name)) path.child('name').duplicate(name);
    names.add(name);
  });
  if (constraints.length > MOST) at.child('constraints').tooMany(constraints.length, MOST);
  constraints.forEach(({ matchAttribute, distinctAttribute, requests: named = [] }, index) => {
    const path = at.child('constraints').index(index);
    checkNamedRequests(named, known, (position) => path.child('requests').index(position));
    if (matchAttribute !== undefined) checkFullName(matchAttribute, path.child('matchAttribute'));
    else if (distinctAttribute !== undefined) checkFullName(distinctAttribute, path.child('distinctAttribute'));
    else path.child('matchAttribute').required();
  });
  if (config.length > MOST) at.child('config').tooMany(config.length, MOST);
  config.forEach((one, index) => {
    const path = at.child('config').index(index);
    checkNamedRequests(one.requests ?? [], known, (position) => path.child('requests').index(position));
    checkConfiguration(one, path);
  });
}

/** What requests of a claim, and alternatives within them, are called elsewhere. */
export function requestNames({ requests }: DeviceClaim): ReadonlySet<string> {
  return new Set(
    (requests ?? []).flatMap(({ name = '', firstAvailable = [] }) => [
      name,
      ...firstAvailable.map((one) => `${name}/${one.name ?? ''}`),
    ]),
  );
}

/** Names of requests of a claim; `at`: where the one at a position is. */
export function checkNamedRequests(
  named: readonly string[],
  known: ReadonlySet<string>,
  at: (position: number) => JudgedField,
): void {
  named.forEach((name, index) => {
    if (named.indexOf(name) < index) at(index).duplicate(name);
    if (known.has(name)) return;
    at(index).invalid(
      name,
      "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'",
    );
  });
}

function checkRequest(request: NonNullable<DeviceClaim['requests']>[number], at: JudgedField): void {
  const { name = '', exactly, firstAvailable = [] } = request;
  checkRequestName(name, at.child('name'));
  const needed = 'exactly one of `exactly` or `firstAvailable` is required';
  if (firstAvailable.length > MOST_ALTERNATIVES)
    at.child('firstAvailable').tooMany(firstAvailable.length, MOST_ALTERNATIVES);
  const names = new Set<string>();
  firstAvailable.forEach((one, index) => {
    const path = at.child('firstAvailable').index(index);
    checkRequestName(one.name ?? '', path.child('name'));
    checkRequirement(one, path);
    if (names.has(one.name ?? '')) path.child('name').duplicate(one.name);
    names.add(one.name ?? '');
  });
  if (exactly !== undefined) checkRequirement(exactly, at.child('exactly'));
  if (exactly === undefined && firstAvailable.length === 0) at.required(needed);
  if (exactly !== undefined && firstAvailable.length > 0)
    at.invalid(undefined, `${needed}, but multiple fields are set`);
}

function checkRequestName(name: string, at: JudgedField): void {
  checkName(name, dnsLabelProblems, at);
}

/** // as API server v1.34 validateExactDeviceRequest */
function checkRequirement(one: DeviceRequirement, at: JudgedField): void {
  const { deviceClassName = '', allocationMode = '', count = 0 } = one;
  if (deviceClassName === '') at.child('deviceClassName').required();
  else checkName(deviceClassName, dnsSubdomainProblems, at.child('deviceClassName'));
  checkSelectors(one.selectors ?? [], at.child('selectors'));
  if (allocationMode === 'All') {
    if (count !== 0) at.child('count').invalid(count, "must not be specified when allocationMode is 'All'");
  } else if (allocationMode === 'ExactCount') {
    if (count <= 0) at.child('count').invalid(count, 'must be greater than zero');
  } else {
    at.child('allocationMode').notSupported(allocationMode, ['All', 'ExactCount']);
  }
  (one.tolerations ?? []).forEach((toleration, index) =>
    checkToleration(toleration, at.child('tolerations').index(index)),
  );
}

/** // as API server v1.34 validateDeviceToleration */
function checkToleration({ key = '', operator = '', value = '', effect = '' }: Toleration, at: JudgedField): void {
  if (key !== '') checkName(key, qualifiedNameProblems, at.child('key'));
  if (operator === 'Exists') {
    if (value !== '') at.child('value').invalid(value, 'must be empty for operator `Exists`');
  } else if (operator === 'Equal') checkName(value, labelValueProblems, at.child('value'));
  else requireChoice(operator, ['Equal', 'Exists'], at.child('operator'));
  checkChoice(effect, ['NoExecute', 'NoSchedule'], at.child('effect'));
}

/** // as API server v1.34 validateCELSelector */
export function checkSelectors(selectors: readonly DeviceSelector[], at: JudgedField): void {
  if (selectors.length > MOST) at.tooMany(selectors.length, MOST);
  selectors.forEach(({ cel }, index) => {
    const path = at.index(index).child('cel');
    if (cel === undefined) path.required();
    else checkExpression(cel.expression ?? '', path.child('expression'));
  });
}

function checkExpression(expression: string, at: JudgedField): void {
  if (utf8Length(expression) > LONGEST_EXPRESSION) {
    at.tooLong(LONGEST_EXPRESSION);
    return;
  }
  const problem = expressionProblem(expression);
  if (problem !== undefined) at.invalid(expression, problem);
}

/** No more of them than are allowed. // as API server v1.34 validateSet */
export function checkConfigurations(config: readonly DeviceConfiguration[], at: JudgedField): void {
  if (config.length > MOST) at.tooMany(config.length, MOST);
  config.forEach((one, index) => checkConfiguration(one, at.index(index)));
}

/** Parameters of a driver are an object that it alone reads. // as API server v1.34 validateDeviceConfiguration */
export function checkConfiguration({ opaque }: DeviceConfiguration, at: JudgedField): void {
  const path = at.child('opaque');
  if (opaque === undefined) {
    path.required();
    return;
  }
  checkDriver(opaque.driver ?? '', path.child('driver'));
  const { parameters } = opaque;
  if (parameters === undefined) path.child('parameters').required();
  else if (!isJsonObject(parameters))
    path.child('parameters').invalid('<value omitted>', 'must be a valid JSON object');
}

/** // as API server v1.34 validateDriverName */
export function checkDriver(name: string, at: JudgedField): void {
  if (name === '') at.required();
  if (name.length > LONGEST_DRIVER) at.tooLong(LONGEST_DRIVER);
  checkName(name, dnsSubdomainProblems, at);
}

/** A domain, a slash and an identifier. // as API server v1.34 validateFullyQualifiedName */
function checkFullName(name: string, at: JudgedField): void {
  if (name === '') at.required();
  else if (name.includes('/')) checkQualifiedName(name, at);
  else at.invalid(name, 'must include a domain');
}

/** An identifier, with a domain or without. // as API server v1.34 validateQualifiedName */
export function checkQualifiedName(name: string, at: JudgedField): void {
  if (name === '') {
    at.required('name required');
    return;
  }
  const slash = name.indexOf('/');
  const [domain, identifier] = slash < 0 ? [undefined, name] : [name.slice(0, slash), name.slice(slash + 1)];
  if (domain === '') at.required('the domain must not be empty');
  else if (domain !== undefined) checkDriver(domain, at);
  if (identifier === '') at.required('the name must not be empty');
  else {
    if (identifier.length > LONGEST_IDENTIFIER) at.tooLong(LONGEST_IDENTIFIER);
    checkName(identifier, identifierProblems, at);
  }
}
