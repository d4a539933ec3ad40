import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components';
import { called, problemOf, useAsk, useCalling } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import { saveBlob } from '../../drawing/index.js';
import { DescribedForm, type FormField } from '../../form/index.js';
import { ReportRowsDocument, ReportsDocument, type ReportsQuery } from '../../generated/documents.js';
import { paths, useChange, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { Empty, Problem, Redacted, Shown, ShownOfCluster, Status } from '../../states/index.js';
import { Grid } from '../../table/index.js';
import { dayAndTime, Digest } from '../../words/index.js';
import { askedIn, PARAMETERS, queryOf } from './asked.js';
import { columnsOf, type ReportRow } from './columns-of.js';
import { ReportIcon } from './report-icon.js';

type Report = ReportsQuery['reports'][number];

/** Every report that there is, and the rows of one, to look at and to take away. */
export function ReportsView(): ReactNode {
  const [name] = useParameter('report');
  const change = useChange();
  const query = useAsk(ReportsDocument, {});
  return (
    <>
      <h1>Reports</h1>
      <Shown query={query} rows={12}>
        {({ reports }) => {
          const report = reports.find((one) => one.name === name);
          return (
            <>
              <nav className={report === undefined ? 'asks' : 'asks brief'} aria-label="Reports">
                {reports.map((one) => (
                  <ToggleButton
                    key={one.name}
                    className="ask"
                    isSelected={one.name === name}
                    onChange={() =>
                      change({
                        ...Object.fromEntries([...PARAMETERS, 'sort', 'hide'].map((each) => [each, undefined])),
                        report: one.name,
                      })
                    }
                  >
                    <ReportIcon name={one.name} />
                    <strong>{one.name}</strong>
                    <span className="about">{one.summary}</span>
                  </ToggleButton>
                ))}
              </nav>
              {report !== undefined && <Chosen key={report.name} report={report} />}
            </>
          );
        }}
      </Shown>
    </>
  );
}

function Chosen({ report }: { readonly report: Report }): ReactNode {
  const { search } = usePlace();
  const change = useChange();
  const fields = fieldsOf(report);
  return (
    <section aria-label={report.name}>
      <h2>{report.name}</h2>
      <p className="quiet">{report.description}</p>
      <DescribedForm
        fields={fields}
        values={search}
        submit="Show"
        send={(typed) => change(Object.fromEntries(fields.map(({ name }) => [name, typed[name]])))}
      />
      <Rows report={report} />
    </section>
  );
}

/** What every report takes: a period. */
const PERIOD: readonly FormField[] = [
  { name: 'from', label: 'From', placeholder: '7d' },
  { name: 'to', label: 'To', placeholder: 'now' },
];

function fieldsOf({ parameters }: Report): readonly FormField[] {
  const named = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const own = PARAMETERS.flatMap((name): FormField[] => {
    const parameter = named.get(name);
    if (parameter === undefined) return [];
    const [choice] = parameter.choices;
    const label = LABELS[name];
    return choice === undefined
      ? [{ name, label, ...(name === 'buckets' && { kind: 'number' }) }]
      : [{ name, label, kind: 'choice', of: parameter.choices, fallback: choice }];
  });
  return [...own.filter(({ name }) => name !== 'from' && name !== 'to' && name !== 'buckets'), ...PERIOD, BUCKETS];
}

const LABELS = {
  by: 'Grouped by',
  namespace: 'Namespace',
  resources: 'Resources',
  from: 'From',
  to: 'To',
  buckets: 'Parts of the period',
} as const;

const BUCKETS: FormField = { name: 'buckets', label: LABELS.buckets, kind: 'number', placeholder: '1' };

function Rows({ report: { name } }: { readonly report: Report }): ReactNode {
  const { cluster, at, search } = usePlace();
  const asked = askedIn(search);
  const query = useAsk(ReportRowsDocument, { cluster, report: name, ...asked, at: at ?? null });
  return (
    <ShownOfCluster query={query} rows={12}>
      {({ report: { from, to, closed, redacted, digest, rowCount, columns, rows } }) => {
        const known = rows as readonly ReportRow[];
        return (
          <>
            <Redacted isSo={redacted === true} />
            <p className="quiet">
              {from !== null && from !== to && `${dayAndTime(from)} to `}
              {dayAndTime(to)} <State isClosed={closed} /> <Digest of={digest} />
            </p>
            <Downloads name={name} query={queryOf(asked, at)} />
            {rowCount === 0 ? (
              <Empty title="The report has no rows">Its header is all there is: nothing fits what was asked.</Empty>
            ) : (
              <Grid
                noun="row"
                columns={columnsOf(cluster, columns, known)}
                rows={known}
                rowKey={(row) => JSON.stringify(row)}
                total={rowCount}
              />
            )}
          </>
        );
      }}
    </ShownOfCluster>
  );
}

/** Whether the same question has the same answer from now on. */
function State({ isClosed }: { readonly isClosed: boolean }): ReactNode {
  return isClosed ? <Status of="complete">closed</Status> : <Status of="live">still open</Status>;
}

const FORMS = [
  ['CSV', 'csv', 'text/csv'],
  ['NDJSON', 'ndjson', 'application/x-ndjson'],
  ['Parquet', 'parquet', 'application/vnd.apache.parquet'],
] as const;

/** All rows, in the forms of the API. */
function Downloads({ name, query }: { readonly name: string; readonly query: string }): ReactNode {
  const { cluster } = usePlace();
  const { run, isRunning, error } = useCalling(async ([, extension, accept]: (typeof FORMS)[number]) => {
    const path = `/v1/clusters/${encodeURIComponent(cluster)}/reports/${name}${query}`;
    const answer = await called((service) => service.fetch(path, { headers: { accept } }));
    saveBlob(`${cluster}-${name}.${extension}`, await answer.blob());
  });
  return (
    <div className="actions">
      {FORMS.map((form) => (
        <Button key={form[0]} isPending={isRunning} onPress={() => void run(form)}>
          Download as {form[0]}
        </Button>
      ))}
      <ViewLink to={paths.schedules()} search={{ report: name, cluster }}>
        Make it regularly
      </ViewLink>
      {error !== undefined && <Problem problem={problemOf(error)} />}
    </div>
  );
}
