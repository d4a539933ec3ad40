/** How large the cluster is that a figure is measured on, and how often. */
export interface FigureSize {
  readonly nodes: number;
  readonly pods: number;
  readonly rounds: number;
}

export interface FigureOptions extends FigureSize {
  /** Called with what is done, and how far it is. */
  readonly progress: (phase: string, done: number, of: number) => void;
}

/** What one fresh process came to: the unit is in the name. */
export type FigureValues = Readonly<Record<string, number>>;

/** A figure beside those of the workloads. */
export interface FurtherFigure {
  /** The size that it is reported for. */
  readonly size: FigureSize;
  measure(options: FigureOptions): Promise<FigureValues>;
}
