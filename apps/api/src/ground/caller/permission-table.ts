import type { Need } from '#access';
import { PERMISSIONS, type Permission } from './permissions.js';

const WHERE: Readonly<Record<Need['in'], string>> = {
  team: 'team',
  cluster: 'cluster',
  namespace: 'cluster or namespace',
};

/** The table of permissions as its page has it: a line for each role and place, with the operations that ask for it. */
export function permissionTable(): string {
  const lines = new Map<string, string[]>();
  for (const [operation, permission] of Object.entries(PERMISSIONS)) {
    const asked = inWords(permission);
    lines.set(asked, [...(lines.get(asked) ?? []), operation]);
  }
  const rows = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '| role | where | operations |',
    '|---|---|---|',
    ...rows.map(([asked, operations]) => `| ${asked} | ${operations.sort().join(', ')} |`),
    '',
  ].join('\n');
}

function inWords(permission: Permission): string {
  if (permission === 'everybody') return 'none | without a key';
  if (permission === 'service') return 'admin | the service';
  if (permission === 'monitoring') return 'monitor or admin | the service';
  const where = permission.isWide === true ? 'team, not with a key for one cluster' : WHERE[permission.in];
  return `${permission.roles.join(' or ')} | ${where}`;
}
