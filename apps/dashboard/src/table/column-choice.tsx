import { Check, Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useChange, usePlace } from '../place/index.js';
import type { Column } from './column.js';

interface Hidden {
  readonly hidden: readonly string[];
  readonly hide: (ids: readonly string[]) => void;
}

/**
 * Which columns of a table are hidden. The address has those that the reader hid, and those beside the usual ones that
 * the reader wants.
 */
export function useHidden<Row>(columns: readonly Column<Row>[], prefix: string): Hidden {
  const { search } = usePlace();
  const change = useChange();
  const [hide, show] = [`${prefix}hide`, `${prefix}show`];
  const aside = columns.filter(({ isAside = false }) => isAside).map(({ id }) => id);
  const wanted = idsIn(search[show]);
  return {
    hidden: [...idsIn(search[hide]), ...aside.filter((id) => !wanted.includes(id))],
    hide: (ids) =>
      change({
        [hide]: ids.filter((id) => !aside.includes(id)).join(','),
        [show]: aside.filter((id) => !ids.includes(id)).join(','),
      }),
  };
}

function idsIn(text = ''): readonly string[] {
  return text === '' ? [] : text.split(',');
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
