import { differenceColour, inkOn, scaleColour } from '../../drawing/index.js';
import { percent, shortened } from '../../words/index.js';
import type { MapLayout } from './map-layout.js';
import type { NodeRow } from './node-table.js';

/**
 * What a cell is filled with: a share of the scale, a difference from -1 to 1, a verdict, that the node came or went,
 * or nothing where there is nothing to say.
 */
export type Fill =
  | number
  | { readonly difference: number }
  | 'passes'
  | 'unschedulable'
  | 'unresolvable'
  | 'error'
  | 'came'
  | 'went'
  | undefined;

/** What a name leaves free on both sides, in pixels. */
const MARGIN = 6;

/** Draws the map as large as it is, at the resolution of the screen. */
export function drawMap(
  canvas: HTMLCanvasElement,
  layout: MapLayout,
  {
    rows,
    fills,
    selected,
    width,
  }: {
    readonly rows: readonly NodeRow[];
    readonly fills: readonly Fill[];
    /** Place among the cells. */
    readonly selected: number | undefined;
    readonly width: number;
  },
): void {
  const ratio = devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = Math.max(1, layout.height) * ratio;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${layout.height}px`;
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => resolved(style, `--${name}`);
  pen.font = `12px ${style.fontFamily}`;
  pen.fillStyle = style.color;
  for (const { text, y } of layout.titles) pen.fillText(text, 0, y);
  for (const { row, x: left, y } of layout.cells) {
    const fill = fills[row];
    const { size, wide } = layout;
    // What is drawn on a cell is on the square at its end, beside the name.
    const x = left + wide - size;
    pen.fillStyle = fillColour(fill, colour);
    // The colour as the canvas has it: of a variable, too.
    const ink = inkOn(String(pen.fillStyle));
    pen.fillRect(left, y, wide, size);
    if (wide > size) drawName(pen, { x: left, y, wide: wide - size, ink }, { name: rows[row]?.name ?? '', fill });
    if (fill === 'came' || fill === 'went')
      drawChange(pen, { x, y, size, ink: colour(fill === 'came' ? 'more' : 'less') }, fill);
    const marks = rows[row]?.marks ?? [];
    if (typeof fill === 'number' && fill > 1) hatch(pen, { x, y, size });
    if (marks.length > 0) drawMarks(pen, { x, y, size, ink, ground: colour('ground') }, marks);
  }
  const marked = selected === undefined ? undefined : layout.cells[selected];
  if (marked === undefined) return;
  pen.strokeStyle = colour('chosen');
  pen.lineWidth = 3;
  pen.strokeRect(marked.x - 1, marked.y - 1, layout.wide + 2, layout.size + 2);
}

function fillColour(fill: Fill, colour: (name: string) => string): string {
  if (typeof fill === 'number') return scaleColour(fill);
  if (typeof fill === 'object') return differenceColour(fill.difference);
  return colour(fill === undefined ? 'line' : fill === 'came' || fill === 'went' ? 'ground' : fill);
}

/** A name, and below it the share that the colour stands for. */
function drawName(
  pen: CanvasRenderingContext2D,
  { x, y, wide, ink }: { readonly x: number; readonly y: number; readonly wide: number; readonly ink: string },
  { name, fill }: { readonly name: string; readonly fill: Fill },
): void {
  pen.fillStyle = ink;
  const room = wide - 2 * MARGIN;
  pen.fillText(
    shortened(name, (text) => pen.measureText(text).width <= room),
    x + MARGIN,
    y + 18,
  );
  if (typeof fill === 'number') pen.fillText(percent(fill), x + MARGIN, y + 35);
}

/** A frame for a node that came, a cross for one that went. */
function drawChange(
  pen: CanvasRenderingContext2D,
  { x, y, size, ink }: Square & { readonly ink: string },
  what: 'came' | 'went',
): void {
  pen.strokeStyle = ink;
  pen.lineWidth = 2;
  if (what === 'came') return pen.strokeRect(x + 1, y + 1, size - 2, size - 2);
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x + size, y + size);
  pen.moveTo(x + size, y);
  pen.lineTo(x, y + size);
  pen.stroke();
}

/** `light-dark()` is not resolved in variables: the scheme says which of the two holds. */
function resolved(style: CSSStyleDeclaration, name: string): string {
  const value = style.getPropertyValue(name).trim();
  const [, light, dark] = /^light-dark\((.*),\s*(.*)\)$/.exec(value) ?? [];
  if (light === undefined || dark === undefined) return value;
  const isDark =
    style.colorScheme === 'dark' ||
    (style.colorScheme.includes('light') &&
      style.colorScheme.includes('dark') &&
      matchMedia('(prefers-color-scheme: dark)').matches);
  return isDark ? dark : light;
}

interface Square {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** More is requested than there is. */
function hatch(pen: CanvasRenderingContext2D, { x, y, size }: Square): void {
  pen.strokeStyle = '#000';
  pen.lineWidth = 1;
  pen.beginPath();
  for (const from of [size / 3, (2 * size) / 3, size]) {
    pen.moveTo(x, y + from);
    pen.lineTo(x + from, y);
  }
  pen.stroke();
}

/** A cross for cordoned, a hole for not ready, a corner for tainted. */
function drawMarks(
  pen: CanvasRenderingContext2D,
  { x, y, size, ink, ground }: Square & { readonly ink: string; readonly ground: string },
  marks: NodeRow['marks'],
): void {
  pen.strokeStyle = ground;
  pen.fillStyle = ground;
  pen.lineWidth = 1.5;
  if (marks.includes('unready')) pen.fillRect(x + 4, y + 4, size - 8, size - 8);
  pen.beginPath();
  if (marks.includes('tainted')) {
    pen.moveTo(x + size, y);
    pen.lineTo(x + size, y + 5);
    pen.lineTo(x + size - 5, y);
    pen.fill();
  }
  if (!marks.includes('cordoned')) return;
  pen.strokeStyle = ink;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x + size, y + size);
  pen.moveTo(x + size, y);
  pen.lineTo(x, y + size);
  pen.stroke();
}
