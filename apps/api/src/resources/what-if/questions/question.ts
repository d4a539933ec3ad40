import { ok } from '#requests';
import { WhatIfService, type QuestionBodies, type QuestionName } from '#questions';
import type { z } from 'zod';
import { inNamespace } from '../../../ground/caller/index.js';
import { operation, type AnyOperation } from '../../../ground/operation/index.js';
import { otherPods, redacted } from '../../clusters/index.js';
import { findings } from '../findings.schema.js';
import { HYPOTHETICAL, LONGEST_BODY } from '../what-if.schema.js';

/** What is said of a question about what would be. */
interface SaidOfQuestion {
  readonly name: QuestionName;
  /** The question itself. */
  readonly asks: string;
  readonly summary: string;
  readonly description: string;
  /** Manifests come in its body. */
  readonly manifests?: true;
  readonly body: z.ZodObject;
  readonly example: unknown;
  readonly answer: z.ZodObject;
  /** What the answer says. */
  readonly answers: string;
}

/** A question as both faces ask it. */
export interface Question {
  readonly name: QuestionName;
  readonly word: string;
  readonly asks: string;
  readonly body: z.ZodObject;
  readonly operation: AnyOperation;
}

/** A question of both faces: an operation of REST, and a word of `Cluster.ask`. */
export function question({ name, asks, answers, manifests, ...said }: SaidOfQuestion): Question {
  const word = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const title = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  const body = said.body.meta({ id: `${title}Question`, description: asks });
  const schema = said.answer
    .extend({ findings, redacted, others: otherPods })
    .meta({ id: `${title}Answer`, description: answers });
  const asked = operation({
    name: `ask${title}`,
    route: `POST /v1/clusters/:cluster/questions/${name}`,
    tag: 'what if',
    permission: inNamespace('viewer'),
    summary: said.summary,
    description: said.description,
    uses: { whatIfs: WhatIfService },
    body,
    example: said.example,
    ...(manifests && { longestBody: LONGEST_BODY }),
    answer: { status: 200, description: 'The answer.', schema },
    problems: HYPOTHETICAL,
    run: async ({ whatIfs }, { caller, path: { cluster }, body: { at, ...rest } }) => {
      const which = typeof at === 'string' ? { cluster, at } : { cluster };
      // The schema of the name has checked it.
      const given = { name, body: rest as unknown as QuestionBodies[typeof name] };
      const answer = await whatIfs.ask(caller, which, given);
      return answer.refused ? answer : ok<object>(answer.value);
    },
  });
  return { name, word, asks, body, operation: asked };
}
