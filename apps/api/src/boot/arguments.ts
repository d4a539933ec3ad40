import { ownField } from '#json';
import { parseArgs } from 'node:util';
import { keyText, newKey } from '#access';
import { readConfig } from './config.js';
import { ownVersion } from './own-version.js';
import { DATABASE_URLS, settings } from './settings.js';

/** Arguments that the service does not take; the message is for its operator. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

/**
 * What arguments ask to be printed instead of a service; undefined: nothing, the service is to start.
 *
 * @throws ArgumentError for arguments that are not known, and ConfigError when settings that are to be shown are wrong
 */
export function asksToPrint(args: readonly string[], environment: NodeJS.ProcessEnv): string | undefined {
  const { help, version, 'new-admin-key': key, 'print-config': settings } = read(args);
  if (help === true) return HELP;
  if (version === true) return ownVersion();
  if (key === true) return keyText(newKey());
  if (settings !== true) return undefined;
  readConfig(environment);
  return namesOfSettings.map((name) => inForce(name, environment[name])).join('\n');
}

/** Whether arguments ask for the migrations of DATABASE_URL alone, without a service. */
export function asksToMigrate(args: readonly string[]): boolean {
  return read(args).migrate === true;
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries(OPTIONS.map((name) => [name, { type: 'boolean' as const }])),
    }).values;
  } catch (error) {
    throw new ArgumentError(`${(error as Error).message.split('. ', 1)[0] ?? ''}.\n\n${USAGE}`, { cause: error });
  }
}

const defaults: Readonly<Record<string, unknown>> = settings.parse({});
const namesOfSettings = Object.keys(settings.shape) as (keyof typeof settings.shape)[];

/** What it is for, and what it is when it is not set. */
function described(name: keyof typeof settings.shape): string {
  const usual = shown(defaults[name]);
  return `  ${name.padEnd(30)}${settings.shape[name].description ?? ''}${usual === '' ? '' : ` (${usual})`}`;
}

/** A line for a shell, without what is secret. */
function inForce(name: string, given: string | undefined): string {
  const value = given ?? shown(ownField(defaults, name));
  return value === '' ? `# ${name} is not set` : `${name}=${withoutSecret(name, value)}`;
}

function withoutSecret(name: string, value: string): string {
  if (name === 'BERTH_ADMIN_KEY') return '***';
  return DATABASE_URLS.includes(name) ? withoutPassword(value) : value;
}

function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function withoutPassword(url: string): string {
  const parts = new URL(url);
  if (parts.password !== '') parts.password = '***';
  return parts.href;
}

const OPTIONS = ['help', 'version', 'print-config', 'new-admin-key', 'migrate'];

const USAGE = `npm start -- [${OPTIONS.map((name) => `--${name}`).join(' | ')}]`;

const HELP = `${USAGE}

Without arguments the service starts. --print-config prints the settings in force, --new-admin-key a key for
BERTH_ADMIN_KEY that the service has not yet, --migrate applies the migrations that the database of DATABASE_URL lacks
and ends. The service is set by environment variables:

${namesOfSettings.map(described).join('\n')}

docs/settings.md says more of each.`;
