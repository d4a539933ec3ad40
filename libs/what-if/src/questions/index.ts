export { type AskedProfile, type QuestionTrial, type NamedObject, type ReadText, type Wanted } from './question.js';
export {
  type AnyQuestion,
  type Question,
  type QuestionAnswers,
  type QuestionBodies,
  type QuestionName,
  QUESTIONS,
} from './register.js';
