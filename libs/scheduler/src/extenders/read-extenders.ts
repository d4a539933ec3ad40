import { forbidden, invalid, qualifiedNameProblems } from '#apimachinery';
import { parseDuration, type FieldReader } from '../fields/index.js';
import { isExtendedResource } from '../resources/index.js';
import type { Extender, ExtenderTls, ManagedResource } from './extender.js';

/** As kube-scheduler v1.34 DefaultExtenderTimeout. */
const DEFAULT_TIMEOUT_MS = 5_000;
const NANOSECONDS_PER_MS = 1e6;

/** How a field is spelled: as in a KubeSchedulerConfiguration, or as in a Policy file. */
export type ExtenderDialect = 'configuration' | 'policy';

/**
 * Reads `extenders` as kube-scheduler v1.34 does, and puts those that may be ignored behind the others. In a Policy the
 * timeout is a number of nanoseconds and `enableHttps` is spelled so.
 */
export function readExtenders(reader: FieldReader, dialect: ExtenderDialect = 'configuration'): readonly Extender[] {
  const taken = new Set<string>();
  const extenders = reader.list('extenders', (entry) => readExtender(entry, { dialect, taken }));
  const binders = extenders.filter(({ bindVerb }) => bindVerb !== '').length;
  if (binders > 1) {
    const found = `found ${binders} extenders implementing bind`;
    reader.report(invalid(reader.at('extenders'), found, 'only one extender can implement bind'));
  }
  return named([...extenders.filter(({ ignorable }) => !ignorable), ...extenders.filter(({ ignorable }) => ignorable)]);
}

/** Resources that NodeResourcesFit leaves to extenders. */
export function ignoredResources(extenders: readonly Extender[]): readonly string[] {
  return extenders.flatMap(({ managedResources }) =>
    managedResources.filter(({ ignoredByScheduler }) => ignoredByScheduler).map(({ name }) => name),
  );
}

interface Reading {
  readonly dialect: ExtenderDialect;
  /** Resources that an extender before manages. */
  readonly taken: Set<string>;
}

function readExtender(reader: FieldReader, { dialect, taken }: Reading): Extender {
  const urlPrefix = reader.requiredString('urlPrefix');
  if (reader.has('urlPrefix') && !/^https?:\/\/[^/]/.test(urlPrefix))
    reader.report(invalid(reader.at('urlPrefix'), urlPrefix, 'must be a URL such as http://host:port/path'));
  const prioritizeVerb = reader.string('prioritizeVerb') ?? '';
  const weight = reader.integer64('weight') ?? 0;
  if (prioritizeVerb !== '' && weight <= 0)
    reader.report(invalid(reader.at('weight'), weight, 'must have a positive weight applied to it'));
  return {
    name: urlPrefix,
    urlPrefix,
    filterVerb: reader.string('filterVerb') ?? '',
    preemptVerb: reader.string('preemptVerb') ?? '',
    prioritizeVerb,
    bindVerb: reader.string('bindVerb') ?? '',
    weight,
    enableHTTPS: reader.boolean(dialect === 'policy' ? 'enableHttps' : 'enableHTTPS') ?? false,
    tlsConfig: reader.object('tlsConfig', readTls) ?? null,
    httpTimeoutMs: readTimeout(reader, dialect) || DEFAULT_TIMEOUT_MS,
    nodeCacheCapable: reader.boolean('nodeCacheCapable') ?? false,
    managedResources: reader.list('managedResources', (entry) => readResource(entry, taken)),
    ignorable: reader.boolean('ignorable') ?? false,
  };
}

function readTimeout(reader: FieldReader, dialect: ExtenderDialect): number {
  if (dialect === 'policy') return (reader.integer64('httpTimeout') ?? 0) / NANOSECONDS_PER_MS;
  const text = reader.string('httpTimeout');
  const milliseconds = text === undefined ? 0 : parseDuration(text);
  if (milliseconds === undefined || milliseconds < 0)
    reader.report(invalid(reader.at('httpTimeout'), text, 'must be a duration such as 10s'));
  return milliseconds ?? 0;
}

/** What names files is refused, and a client's key: profiles are stored, and every reader of a profile sees them. */
function readTls(reader: FieldReader): ExtenderTls {
  for (const field of ['certFile', 'keyFile', 'caFile']) {
    if (reader.string(field)) reader.report(forbidden(reader.at(field), 'files are not read here: give caData'));
  }
  for (const field of ['certData', 'keyData']) {
    if (reader.string(field))
      reader.report(forbidden(reader.at(field), 'certificates of clients are not supported: a key would be kept'));
  }
  const tls = {
    insecure: reader.boolean('insecure') ?? false,
    serverName: reader.string('serverName') ?? '',
    caData: reader.string('caData') ?? '',
  };
  if (tls.insecure && tls.caData !== '') {
    const why = 'specifying a root certificates file with the insecure flag is not allowed';
    reader.report(invalid(reader.at('insecure'), true, why));
  }
  return tls;
}

/** As kube-scheduler v1.34 validateExtendedResourceName, and no two extenders manage one resource. */
function readResource(reader: FieldReader, taken: Set<string>): ManagedResource {
  const name = reader.string('name') ?? '';
  const wrong = qualifiedNameProblems(name);
  for (const problem of wrong) reader.report(invalid(reader.at('name'), name, problem));
  if (wrong.length === 0 && !isExtendedResource(name))
    reader.report(invalid(reader.at('name'), name, 'is an invalid extended resource name'));
  if (taken.has(name)) reader.report(invalid(reader.at('name'), name, 'duplicate extender managed resource name'));
  taken.add(name);
  return { name, ignoredByScheduler: reader.boolean('ignoredByScheduler') ?? false };
}

/** Evidence goes by names: two extenders with one URL get different ones. */
function named(extenders: readonly Extender[]): readonly Extender[] {
  const seen = new Map<string, number>();
  return extenders.map((extender) => {
    const count = (seen.get(extender.urlPrefix) ?? 0) + 1;
    seen.set(extender.urlPrefix, count);
    return count === 1 ? extender : { ...extender, name: `${extender.urlPrefix} #${count}` };
  });
}
