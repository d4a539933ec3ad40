import { isJsonObject } from '#json';
import {
  checkName,
  cidrProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  requireChoice,
  utf8Length,
  type JudgedField,
} from '#apimachinery';
import { checkImmutableAs } from '../internals/index.js';
import { checkConditions, type Condition } from '../metadata/index.js';
import { checkNodeSelector, type NodeSelector } from '../node-selector/index.js';
import {
  checkConfiguration,
  checkDriver,
  checkNamedRequests,
  requestNames,
  type DeviceClaim,
  type DeviceConfiguration,
} from './device-rules.js';

/** A device of a pool of a driver. */
interface DeviceName {
  driver?: string;
  pool?: string;
  device?: string;
}

/** resource/v1 DeviceRequestAllocationResult. */
interface AllocatedDevice extends DeviceName {
  request?: string;
  adminAccess?: boolean;
  bindingConditions?: unknown;
  bindingFailureConditions?: unknown;
  shareID?: unknown;
  consumedCapacity?: unknown;
}

/** resource/v1 AllocatedDeviceStatus. */
interface DeviceStatus extends DeviceName {
  conditions?: Condition[];
  data?: unknown;
  networkData?: { interfaceName?: string; hardwareAddress?: string; ips?: string[] };
  shareID?: unknown;
}

/** resource/v1 AllocationResult. */
interface Allocation {
  devices?: { results?: AllocatedDevice[]; config?: (DeviceConfiguration & { source?: string })[] };
  nodeSelector?: NodeSelector;
  allocationTimestamp?: unknown;
}

/** resource/v1 ResourceClaimStatus. */
export interface ClaimStatus {
  allocation?: Allocation;
  reservedFor?: { apiGroup?: string; resource?: string; name?: string; uid?: string }[];
  devices?: DeviceStatus[];
}

const MOST_RESERVED = 256;
const MOST_RESULTS = 32;
const MOST_CONFIGURATIONS = 64;
const MOST_CONDITIONS = 8;
const MOST_ADDRESSES = 16;
const LONGEST_POOL = 253;
const LONGEST_DATA = 10 * 1024;
const LONGEST_INTERFACE = 256;
const LONGEST_HARDWARE_ADDRESS = 128;

/**
 * Drops fields of feature gates that are off in v1.34, and what is reported of devices that are not allocated any more.
 * // as API server v1.34 resourceclaimStatusStrategy PrepareForUpdate
 */
export function prepareStatus(status: ClaimStatus, before: ClaimStatus): void {
  delete status.allocation?.allocationTimestamp;
  for (const result of resultsOf(status)) {
    delete result.bindingConditions;
    delete result.bindingFailureConditions;
    delete result.shareID;
    delete result.consumedCapacity;
  }
  for (const device of status.devices ?? []) delete device.shareID;
  const allocated = new Set(resultsOf(status).map(idOf));
  const freed = new Set(
    resultsOf(before)
      .map(idOf)
      .filter((id) => !allocated.has(id)),
  );
  const kept = status.devices?.filter((device) => !freed.has(idOf(device))) ?? [];
  if (kept.length > 0) status.devices = kept;
  else delete status.devices;
}

/** Whether the status gives a device to an administrator: which result does. */
export function adminResult(status: ClaimStatus): number {
  return resultsOf(status).findIndex(({ adminAccess }) => adminAccess === true);
}

/** // as API server v1.34 validateResourceClaimStatusUpdate */
export function checkClaimStatus(
  { status, before, devices }: { status: ClaimStatus; before: ClaimStatus; devices: DeviceClaim },
  isGoing: boolean,
  at: JudgedField,
): void {
  const { reservedFor = [], allocation } = status;
  checkConsumers(reservedFor, at.child('reservedFor'));
  checkDevices(status, at.child('devices'));
  if (reservedFor.length > 0 && allocation === undefined)
    at.child('reservedFor').forbidden('may not be specified when `allocated` is not set');
  const known = new Set((before.reservedFor ?? []).map(consumerId));
  if (allocation !== undefined && isGoing && reservedFor.some((one) => !known.has(consumerId(one))))
    at.child('reservedFor').forbidden(
      'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set',
    );
  const path = at.child('allocation');
  if (allocation !== undefined && before.allocation !== undefined)
    checkImmutableAs('AllocationResult', { value: allocation, before: before.allocation }, path);
  else if (allocation !== undefined) checkAllocation(allocation, requestNames(devices), path);
}

function checkConsumers(consumers: NonNullable<ClaimStatus['reservedFor']>, at: JudgedField): void {
  consumers.forEach((consumer, index) => {
    for (const field of ['resource', 'name', 'uid'] as const)
      if ((consumer[field] ?? '') === '') at.index(index).child(field).required();
  });
  if (consumers.length > MOST_RESERVED) at.tooMany(consumers.length, MOST_RESERVED);
  const uids = consumers.map(({ uid = '' }) => uid);
  uids.forEach((uid, index) => {
    if (uids.indexOf(uid) < index) at.index(index).child('uid').duplicate(uid);
  });
}

/** // as API server v1.34 validateAllocationResult */
function checkAllocation(
  { devices = {}, nodeSelector }: Allocation,
  names: ReadonlySet<string>,
  at: JudgedField,
): void {
  const { results = [], config = [] } = devices;
  results.forEach((result, index) => {
    const path = at.child('devices').child('results').index(index);
    checkNamedRequests([result.request ?? ''], names, () => path.child('request'));
    checkDeviceName(result, path);
  });
  if (results.length > MOST_RESULTS) at.child('devices').child('results').tooMany(results.length, MOST_RESULTS);
  config.forEach((one, index) => {
    const path = at.child('devices').child('config').index(index);
    requireChoice(one.source ?? '', ['FromClaim', 'FromClass'], path.child('source'));
    checkNamedRequests(one.requests ?? [], names, (position) => path.child('requests').index(position));
    checkConfiguration(one, path);
  });
  if (config.length > MOST_CONFIGURATIONS)
    at.child('devices').child('config').tooMany(config.length, MOST_CONFIGURATIONS);
  if (nodeSelector !== undefined) checkNodeSelector(nodeSelector, at.child('nodeSelector'));
}

function checkDeviceName({ driver = '', pool = '', device = '' }: DeviceName, at: JudgedField): void {
  checkDriver(driver, at.child('driver'));
  checkPoolName(pool, at.child('pool'));
  checkName(device, dnsLabelProblems, at.child('device'));
}

/** DNS subdomains with slashes between them. // as API server v1.34 validatePoolName */
export function checkPoolName(name: string, at: JudgedField): void {
  if (name === '') {
    at.required();
    return;
  }
  if (utf8Length(name) > LONGEST_POOL) at.tooLong(LONGEST_POOL);
  for (const part of name.split('/')) checkName(part, dnsSubdomainProblems, at);
}

function checkDevices(status: ClaimStatus, at: JudgedField): void {
  const { devices = [] } = status;
  const allocated = new Set(resultsOf(status).map(idOf));
  devices.forEach((device, index) => checkDeviceStatus(device, allocated, at.index(index)));
  const ids = devices.map(idOf);
  ids.forEach((id, index) => {
    if (ids.indexOf(id) < index) at.index(index).child('deviceID').duplicate(id);
  });
}

/** // as API server v1.34 validateDeviceStatus */
function checkDeviceStatus(device: DeviceStatus, allocated: ReadonlySet<string>, at: JudgedField): void {
  checkDeviceName(device, at);
  // The API server prints the identifier without quotes.
  if (!allocated.has(idOf(device))) at.invalidAsWhole(`${idOf(device)}: must be an allocated device in the claim`);
  const { conditions = [], data, networkData = {} } = device;
  if (conditions.length > MOST_CONDITIONS) at.child('conditions').tooMany(conditions.length, MOST_CONDITIONS);
  checkConditions(conditions, at.child('conditions'));
  if (data !== undefined) {
    if (utf8Length(JSON.stringify(data)) > LONGEST_DATA) at.child('data').tooLong(LONGEST_DATA);
    else if (!isJsonObject(data)) at.child('data').invalid('<value omitted>', 'parameters must be a valid JSON object');
  }
  const path = at.child('networkData');
  const { interfaceName = '', hardwareAddress = '', ips = [] } = networkData;
  if (utf8Length(interfaceName) > LONGEST_INTERFACE) path.child('interfaceName').tooLong(LONGEST_INTERFACE);
  if (utf8Length(hardwareAddress) > LONGEST_HARDWARE_ADDRESS)
    path.child('hardwareAddress').tooLong(LONGEST_HARDWARE_ADDRESS);
  checkInterfaceAddresses(ips, path.child('ips'));
}

/** // as apimachinery v1.34 IsValidInterfaceAddress */
function checkInterfaceAddresses(addresses: readonly string[], at: JudgedField): void {
  addresses.forEach((address, index) => {
    if (cidrProblems(address).length > 0)
      at.index(index).invalid(address, 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)');
  });
  if (addresses.length > MOST_ADDRESSES) at.tooMany(addresses.length, MOST_ADDRESSES);
  addresses.forEach((address, index) => {
    if (addresses.indexOf(address) < index) at.index(index).duplicate(address);
  });
}

function resultsOf({ allocation }: ClaimStatus): readonly AllocatedDevice[] {
  return allocation?.devices?.results ?? [];
}

function idOf({ driver = '', pool = '', device = '' }: DeviceName): string {
  return `${driver}/${pool}/${device}`;
}

function consumerId({ apiGroup = '', resource = '', name = '', uid = '' }: object & Consumer): string {
  return JSON.stringify([apiGroup, resource, name, uid]);
}

type Consumer = NonNullable<ClaimStatus['reservedFor']>[number];
