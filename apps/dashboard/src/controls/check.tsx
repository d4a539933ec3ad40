import { Check as Tick } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox } from 'react-aria-components';

/** A box that is checked or not; of a form, it goes out under its name if it is. */
export function Check({
  name,
  value,
  isChecked,
  turn,
  isDisabled = false,
  children,
}: {
  readonly name?: string;
  readonly value?: string;
  readonly isChecked?: boolean;
  readonly turn?: ((isChecked: boolean) => void) | undefined;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Checkbox
      className="check"
      isDisabled={isDisabled}
      {...(name !== undefined && { name })}
      {...(value !== undefined && { value })}
      {...(isChecked !== undefined && { isSelected: isChecked })}
      {...(turn && { onChange: turn })}
    >
      <span className="box">
        <Tick size={12} strokeWidth={3} aria-hidden />
      </span>
      <span>{children}</span>
    </Checkbox>
  );
}
