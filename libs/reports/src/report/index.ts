export {
  boolean,
  decimal,
  integer,
  key,
  number,
  orNull,
  text,
  time,
  type Cell,
  type CellType,
  type Column,
  type Columns,
  type RowOf,
} from './columns.js';
export {
  chosenBy,
  choicesInWords,
  invalid,
  parameterProblems,
  PARAMETERS,
  type ByChoices,
  type ChosenBy,
  type ParameterName,
  type ReportParameters,
} from '../request/index.js';
export { report, type Report, type ReportDefinition } from './report.js';
export { ReportRefused, valueOrRefused } from '../request/index.js';
