import { Check, Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useChange, usePlace } from '../place/index.js';
import type { Column } from './column.js';
import { hiddenIn, hiding } from './hidden.js';

interface Hidden {
  readonly hidden: readonly string[];
  readonly hide: (ids: readonly string[]) => void;
}

/** Which columns of a table are hidden, as the address has it. */
export function useHidden<Row>(columns: readonly Column<Row>[], prefix: string): Hidden {
  const { search } = usePlace();
  const change = useChange();
  const [hide, show] = [`${prefix}hide`, `${prefix}show`];
  return {
    hidden: hiddenIn({ hide: search[hide] ?? '', show: search[show] ?? '' }, columns),
    hide: (ids) => {
      const address = hiding(ids, columns);
      change({ [hide]: address.hide, [show]: address.show });
    },
  };
}

/** Which columns a table shows; its first one always is. */
export function ColumnChoice<Row>({
  columns,
  hidden,
  choose,
}: {
  readonly columns: readonly Column<Row>[];
  readonly hidden: readonly string[];
  readonly choose: (hidden: readonly string[]) => void;
}): ReactNode {
  const own = columns.slice(1);
  return (
    <MenuTrigger>
      <Button className="button quiet">
        <Columns3 size={14} aria-hidden /> Columns
      </Button>
      <Popover className="popover" placement="bottom end" offset={4}>
        <Menu
          className="options"
          selectionMode="multiple"
          selectedKeys={own.filter(({ id }) => !hidden.includes(id)).map(({ id }) => id)}
          onSelectionChange={(shown) =>
            choose(own.filter(({ id }) => shown !== 'all' && !shown.has(id)).map(({ id }) => id))
          }
        >
          {own.map(({ id, title }) => (
            <MenuItem key={id} id={id} className="option">
              {({ isSelected }) => (
                <>
                  <span>{title}</span>
                  {isSelected && <Check size={14} aria-hidden />}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
