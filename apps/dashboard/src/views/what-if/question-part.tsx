import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { DescribedForm, type Values } from '../../form/index.js';
import { QuestionDocument, type WhatIfQuestion } from '../../generated/documents.js';
import { useChange, useLongParameter, usePlace } from '../../place/index.js';
import { Empty, ShownOfCluster } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import type { Findings } from './findings-in-words.js';
import { FindingsSaid } from './findings-said.js';
import { Flows } from './flows.js';
import { answerTables, movesIn, QUESTIONS, type AnswerTable } from './questions.js';
import { grouped } from '../../words/index.js';

/** One named question: its form, the sentence that answers it, and what the answer is made of. */
export function QuestionPart({ name }: { readonly name: WhatIfQuestion }): ReactNode {
  const { cluster, at } = usePlace();
  const [text, shorten] = useLongParameter('with');
  const change = useChange();
  const { title, fields, body } = QUESTIONS[name];
  const values = text === undefined || text === '' ? undefined : typedIn(text);
  const query = useAsk(
    QuestionDocument,
    { cluster, at: at ?? null, question: name, body: body(values ?? {}) },
    { isAsked: values !== undefined, isHeld: true },
  );
  const send = (typed: Values): void => {
    const next = shorten(JSON.stringify(typed));
    if (next === text) void query.refetch();
    else change({ with: next });
  };
  return (
    <section aria-label={title} className="question">
      <h2>{title}</h2>
      <DescribedForm fields={fields} values={values ?? {}} submit="Ask" send={send} isRunning={query.isFetching} />
      {text === undefined && <Empty title="The question is in another tab">It was too long for an address.</Empty>}
      {values !== undefined && (
        <ShownOfCluster query={query} rows={8}>
          {({ ask: { sentence, answer } }) => (
            <>
              <p className="sentence answer" role="status">
                <strong>{grouped(sentence)}</strong>
              </p>
              <Flows moves={movesIn(name, answer)} />
              <FindingsSaid findings={(answer as { readonly findings?: Findings }).findings} />
              {answerTables(name, answer).map((table, index) => (
                <Table key={table.noun} table={table} prefix={`t${index}`} />
              ))}
            </>
          )}
        </ShownOfCluster>
      )}
    </section>
  );
}

function typedIn(text: string): Values | undefined {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== 'object' || found === null) return undefined;
    return Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'string'));
  } catch {
    return undefined;
  }
}

/** Characters of a cell with words; what is longer is said in full below the table. */
const TEXT_WIDTH = 30;

type Line = readonly [place: number, cells: AnswerTable['lines'][number]];

function Table({
  table: { noun, titles, lines },
  prefix,
}: {
  readonly table: AnswerTable;
  readonly prefix: string;
}): ReactNode {
  const columns = titles.map((title, index): Column<Line> => {
    const isLong = lines.some((cells) => String(cells[index] ?? '').length > TEXT_WIDTH);
    return {
      id: `c${index}`,
      title,
      value: ([, cells]) => cells[index],
      ...(typeof lines[0]?.[index] === 'number' ? { isNumber: true, width: title.length } : { width: TEXT_WIDTH }),
      ...(isLong && { says: ([, cells]: Line) => String(cells[index] ?? '') }),
    };
  });
  return (
    <Grid
      noun={noun}
      prefix={prefix}
      columns={columns}
      rows={[...lines.entries()]}
      rowKey={([place]) => String(place)}
    />
  );
}
