import { Denied } from '#requests';
import { hasWholeSight, sightOf, type SightColumns } from './visibility-of.js';

const WHY = 'the answer covers all namespaces of the cluster, and some belong to other teams';

/** @throws Denied unless the row's reader sees all of the cluster */
export function requireWhole(row: SightColumns): void {
  if (!hasWholeSight(sightOf(row))) throw new Denied({ roles: ['admin', 'auditor'] }, WHY);
}
