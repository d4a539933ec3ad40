import type { ReactNode } from 'react';
import { ROLES, type Role } from '../../access/index.js';
import { Check } from '../../controls/index.js';

/** Which roles, as boxes to check. */
export function RoleChoice(): ReactNode {
  return (
    <fieldset className="inline">
      <legend className="unseen">Roles</legend>
      {ROLES.map((role) => (
        <Check key={role} name="role" value={role} isFallback={role === 'viewer'}>
          {role}
        </Check>
      ))}
    </fieldset>
  );
}

/** The roles that were checked in a form. */
export function rolesIn(form: FormData): Role[] {
  const checked = form.getAll('role');
  return ROLES.filter((role) => checked.includes(role));
}
