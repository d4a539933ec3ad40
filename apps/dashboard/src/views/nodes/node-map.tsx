import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { savePng } from '../../drawing/index.js';
import { drawMap, type Fill } from './draw-map.js';
import { cellAt, cellBeside, mapLayout } from './map-layout.js';
import type { NodeRow } from './node-table.js';
import { Button } from '../../controls/index.js';

interface NodeMapProps {
  readonly rows: readonly NodeRow[];
  readonly fills: readonly Fill[];
  /** A node's name. */
  readonly selected: string;
  readonly select: (node: string) => void;
  readonly open: (node: string) => void;
  /** Hears which node the pointer is on, and when it is on none. */
  readonly hover?: (node: string | undefined) => void;
  /** Which of several maps it is. */
  readonly label?: string;
}

/** A cell a node, on one canvas. Arrows go from node to node, Enter opens the one that is marked. */
export function NodeMap({ rows, fills, selected, select, open, hover, label = 'nodes' }: NodeMapProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(frame);
  const layout = useMemo(
    () =>
      mapLayout(
        rows.map(({ group }) => group),
        width,
      ),
    [rows, width],
  );
  const found = layout.cells.findIndex(({ row }) => rows[row]?.name === selected);
  const place = found < 0 ? undefined : found;
  const draw = useCallback(() => {
    if (canvas.current !== null) drawMap(canvas.current, layout, { rows, fills, selected: place, width });
  }, [layout, rows, fills, place, width]);
  useDrawing(draw);
  const nameAt = (cell: number | undefined): string | undefined =>
    cell === undefined ? undefined : rows[layout.cells[cell]?.row ?? -1]?.name;
  const nodeUnder = ({ nativeEvent: { offsetX, offsetY } }: MouseEvent): string | undefined =>
    nameAt(cellAt(layout, offsetX, offsetY));
  const onClick = (event: MouseEvent): void => {
    const name = nodeUnder(event);
    if (name !== undefined) select(name);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && selected !== '') return open(selected);
    const name = nameAt(cellBeside(layout, place ?? 0, event.key));
    if (name === undefined) return;
    event.preventDefault();
    select(name);
  };
  return (
    <div ref={frame} className="map">
      <canvas
        ref={canvas}
        tabIndex={0}
        role="img"
        aria-label={`${label}: ${rows.length} nodes, a cell each; a table has the same. Marked: ${selected || 'none'}`}
        onClick={onClick}
        onDoubleClick={() => selected !== '' && open(selected)}
        onKeyDown={onKeyDown}
        onMouseMove={(event) => hover?.(nodeUnder(event))}
        onMouseLeave={() => hover?.(undefined)}
      />
      <p>
        <Button onPress={() => canvas.current && savePng(`${label}.png`, canvas.current)}>PNG</Button>
      </p>
    </div>
  );
}

/** How wide an element is, in pixels, as it changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(800);
  useLayoutEffect(() => {
    const measure = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    if (element.current !== null) {
      // Before the first paint: the observer reports after it.
      setWidth(Math.floor(element.current.clientWidth));
      measure.observe(element.current);
    }
    return () => measure.disconnect();
  }, [element]);
  return width;
}

/** Draws when there is something else to draw, and when the colours change. */
function useDrawing(draw: () => void): void {
  useLayoutEffect(() => {
    draw();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const theme = new MutationObserver(draw);
    scheme.addEventListener('change', draw);
    theme.observe(document.documentElement, { attributes: true });
    return () => {
      scheme.removeEventListener('change', draw);
      theme.disconnect();
    };
  }, [draw]);
}
