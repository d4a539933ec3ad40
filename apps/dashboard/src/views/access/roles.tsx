import type { ReactNode } from 'react';
import { CheckboxGroup, Label } from 'react-aria-components';
import { ROLES, type Role } from '../../access/index.js';
import { Check } from '../../controls/index.js';

/** Which roles, as boxes to check. */
export function RoleChoice(): ReactNode {
  return (
    <CheckboxGroup className="field" name="role" defaultValue={['viewer']}>
      <Label>Roles</Label>
      <div className="checks">
        {ROLES.map((role) => (
          <Check key={role} value={role}>
            {role}
          </Check>
        ))}
      </div>
    </CheckboxGroup>
  );
}

/** The roles that were checked in a form. */
export function rolesIn(form: FormData): Role[] {
  const checked = form.getAll('role');
  return ROLES.filter((role) => checked.includes(role));
}
