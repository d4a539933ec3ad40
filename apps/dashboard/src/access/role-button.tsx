import type { ComponentProps, ReactNode } from 'react';
import { useRead } from '../api/index.js';
import { Button } from '../controls/index.js';
import { whyNot, whyNotInTeam, type Role } from './may.js';

/** A button that takes a role: for a reader without it, it is disabled, and says why. */
export function RoleButton({
  takes,
  isOfTeam = false,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'why'> & {
  readonly takes: Role;
  /** Whether a key for one cluster may not do it with any role. */
  readonly isOfTeam?: boolean;
}): ReactNode {
  const { data: who } = useRead('GET /v1/whoami', (service) => service.get('/v1/whoami'));
  // Roles of the team bound what a grant permits, so that without them nothing is permitted anywhere.
  return <Button {...rest} why={who && (isOfTeam ? whyNotInTeam : whyNot)(who, takes)} />;
}
