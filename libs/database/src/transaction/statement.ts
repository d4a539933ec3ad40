/**
 * SQL that a connection parses and plans once, under its name: for what every run or every write does. A name belongs
 * to one text, and a text lists its columns: a plan whose columns change under it is refused.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}
