import { useId, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { useRead } from '../api/index.js';
import { whyNot, whyNotInTeam, type Role } from './may.js';

type Button = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'role' | 'type'>;

/** A button that takes a role: for a reader without it, it is disabled, and the reason stands beside it. */
export function RoleButton({
  takes,
  isOfTeam = false,
  submits = false,
  disabled = false,
  children,
  ...rest
}: Button & {
  readonly takes: Role;
  /** Whether a key for one cluster may not do it with any role. */
  readonly isOfTeam?: boolean;
  /** Whether it sends its form. */
  readonly submits?: boolean;
}): ReactNode {
  const id = useId();
  const { data: who } = useRead('GET /v1/whoami', (service) => service.get('/v1/whoami'));
  // Roles of the team bound what a grant permits, so that without them nothing is permitted anywhere.
  const reason = who && (isOfTeam ? whyNotInTeam : whyNot)(who, takes);
  return (
    <>
      <button
        {...rest}
        type={submits ? 'submit' : 'button'}
        disabled={disabled || reason !== undefined}
        aria-describedby={reason === undefined ? undefined : id}
      >
        {children}
      </button>
      {reason !== undefined && (
        <span id={id} className="quiet">
          {reason}
        </span>
      )}
    </>
  );
}
