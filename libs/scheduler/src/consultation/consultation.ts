import type { Pod } from '../objects/index.js';
import type { Answer, Asking, Exchange, Question } from '../plugin.js';
import type { Profile } from '../profile/index.js';
import { interestedIn, type Extender } from '../extenders/index.js';

/** Who is asked about one pod, and what was said so far. */
export class Consultation {
  /** Those that are interested in the pod, in order. */
  readonly extenders: readonly Extender[];
  readonly asked: Exchange[] = [];

  constructor({ extenders }: Profile, pod: Pod) {
    this.extenders = interestedIn(extenders, pod);
  }

  /** Asks questions that do not depend on each other; answers are in their order. */
  *ask(questions: readonly Question[]): Asking<readonly Answer[]> {
    const answers = yield questions;
    questions.forEach((question, index) => {
      const answer = answers[index];
      if (answer === undefined) throw new Error('a question was left without an answer');
      this.asked.push({ question, answer });
    });
    return answers;
  }

  /** Asks one question. */
  *askOne(question: Question): Asking<Answer> {
    const [answer] = yield* this.ask([question]);
    return answer as Answer;
  }
}
