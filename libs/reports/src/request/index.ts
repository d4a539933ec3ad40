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
} from './parameters.js';
export { ReportRefused, valueOrRefused } from './report-refused.js';
