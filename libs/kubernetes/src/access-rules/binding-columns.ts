import { AGE, ageOf, described, NAME, printerColumns, WIDE, type Columns } from '../table/index.js';
import type { RoleRef, Subject } from './access-rules.js';

interface PrintedBinding {
  readonly roleRef?: RoleRef;
  readonly subjects?: readonly Subject[] | null;
}

/** The columns of a kind of binding, whose role has a description of its own. */
export function bindingColumns(kind: 'roleBinding' | 'clusterRoleBinding', role: string): Columns {
  return printerColumns<PrintedBinding>({
    columns: [
      NAME,
      described('Role', role),
      AGE,
      ...['Users', 'Groups', 'ServiceAccounts'].map((who) => described(who, `${who} in the ${kind}`, WIDE)),
    ],
    cells: ({ metadata, roleRef = {}, subjects }, now) => [
      metadata.name,
      `${roleRef.kind ?? ''}/${roleRef.name ?? ''}`,
      ageOf(metadata.creationTimestamp, now),
      ...['User', 'Group', 'ServiceAccount'].map((kind) => subjectsText(subjects ?? [], kind)),
    ],
  });
}

function subjectsText(subjects: readonly Subject[], asked: string): string {
  return subjects
    .filter(({ kind }) => kind === asked)
    .map(({ name = '', namespace = '' }) => (asked === 'ServiceAccount' ? `${namespace}/${name}` : name))
    .join(', ');
}
