import { useId, type ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';

/** One of two or three that are all seen: the forms of a view. */
export function Segments({
  label,
  value,
  choose,
  of,
  names = {},
}: {
  readonly label: string;
  readonly value: string;
  readonly choose: (value: string) => void;
  readonly of: readonly string[];
  readonly names?: Readonly<Record<string, ReactNode>>;
}): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <span id={id}>{label}</span>
      <ToggleButtonGroup
        className="segments"
        aria-labelledby={id}
        disallowEmptySelection
        selectedKeys={[keyOf(value)]}
        onSelectionChange={([key]) => choose(String(key).slice(1))}
      >
        {of.map((one) => (
          <ToggleButton key={one} id={keyOf(one)} className="segment">
            {names[one] ?? one}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}

/** The empty one has a key, too. */
function keyOf(one: string): string {
  return `=${one}`;
}
