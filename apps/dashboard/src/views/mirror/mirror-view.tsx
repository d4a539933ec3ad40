import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Choice } from '../../controls/index.js';

import { MirrorDocument, type JudgedFragment, type MirrorQuery } from '../../generated/documents.js';
import { paths, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { Empty, ShownOfCluster, Status } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { count, counted, dayAndTime, duration, percent } from '../../words/index.js';
import { agreementsOf, latestOf, type Agreements } from './agreements.js';

type Mirror = NonNullable<NonNullable<MirrorQuery['cluster']>['mirror']>;

/** An empty batch comes every few seconds: the lag is read as often. */
const EVERY_MS = 5_000;
/** From here on what is shown is the past rather than the present. */
const LATE_SECONDS = 30;

/** A cluster that follows a real one: how far behind it is, and how often its scheduler decides as Berth does. */
export function MirrorView(): ReactNode {
  const { cluster } = usePlace();
  const query = useAsk(
    MirrorDocument,
    { cluster },
    { everyMs: (answer) => answer?.cluster?.mirror != null && EVERY_MS },
  );
  return (
    <ShownOfCluster query={query} rows={10} title="Mirror">
      {({ mirror, decided, waiting }) => {
        const decisions = latestOf([...decided.edges, ...waiting.edges].map(({ node }) => node));
        return mirror === null && decisions.length === 0 ? (
          <Empty title="This cluster follows none" command={`npx berth mirror -c ${cluster}`} isView>
            A mirror sends what happens in a real cluster; the cluster here is then what the real one is, and each
            decision of its scheduler stands beside what Berth decides.
          </Empty>
        ) : (
          <>
            <h1>Mirror {mirror !== null && <Lag mirror={mirror} />}</h1>
            {mirror !== null && <Facts mirror={mirror} />}
            <Agreement agreements={agreementsOf(decisions)} />
            <Decisions decisions={decisions} />
          </>
        );
      }}
    </ShownOfCluster>
  );
}

function Lag({ mirror: { behindSeconds, lapsesAt } }: { readonly mirror: Mirror }): ReactNode {
  if (Date.parse(lapsesAt) < Date.now()) return <Status of="failed">nothing comes any more</Status>;
  const behind = `${duration(1_000 * behindSeconds)} behind`;
  return <Status of={behindSeconds > LATE_SECONDS ? 'pending' : 'live'}>{behind}</Status>;
}

/** Of how many at most the API says how many they are. */
const MOST_UNJUDGED = 1_000;

function Facts({ mirror }: { readonly mirror: Mirror }): ReactNode {
  const { source, by, since, lastAt, sequence, unjudged, unjudgedSince } = mirror;
  return (
    <dl className="facts">
      <dt>follows</dt>
      <dd>{source}</dd>
      <dt>sent by</dt>
      <dd>
        {by}, since {dayAndTime(since)}
      </dd>
      <dt>last batch</dt>
      <dd>
        number {count(Number(sequence))}, {dayAndTime(lastAt)}
      </dd>
      <dt>to judge</dt>
      <dd>
        {unjudged === 0 ? 'nothing: every decision seen there is judged' : counted(unjudged, 'decision')}
        {unjudged >= MOST_UNJUDGED && ' or more'}
        {unjudgedSince !== null && `, the first seen ${dayAndTime(unjudgedSince)}`}
      </dd>
    </dl>
  );
}

function Agreement({ agreements }: { readonly agreements: Agreements }): ReactNode {
  const { judged, agreed, counts } = agreements;
  let before = 0;
  const all = Math.max(1, judged + counts.unknown);
  return (
    <section className="card">
      <h2>{judged === 0 ? 'Nothing is judged yet' : `${percent(agreed / judged)} of decisions agree`}</h2>
      <p className="quiet">
        Of the latest {counted(judged + counts.unknown, 'decision')} of its scheduler, {count(counts.unknown)} not
        judged.
      </p>
      <svg className="outcomes" aria-hidden="true">
        {Object.entries(counts).map(([agreement, number]) => {
          const x = `${(100 * before) / all}%`;
          before += number;
          return (
            <rect key={agreement} className={agreement} x={x} y="0" width={`${(100 * number) / all}%`} height="14" />
          );
        })}
      </svg>
      <ul className="health" aria-label="Agreement">
        {Object.entries(counts).map(([agreement, number]) => (
          <li key={agreement}>
            <Status of={agreement}>
              {count(number)} {agreement}
            </Status>
          </li>
        ))}
      </ul>
    </section>
  );
}

const AGREEMENTS = ['', 'differs', 'tie', 'same', 'unknown'];

function Decisions({ decisions }: { readonly decisions: readonly JudgedFragment[] }): ReactNode {
  const { cluster } = usePlace();
  const navigate = useNavigate();
  const [agreement, choose] = useParameter('agreement');
  const rows = decisions.filter(({ observed }) => agreement === '' || observed?.agreement === agreement);
  return (
    <>
      <div className="actions">
        <Choice label="Agreement" value={agreement} choose={choose} of={AGREEMENTS} />
      </div>
      {rows.length === 0 ? (
        <Empty title="There are no such decisions">
          Each binding, each attempt without a node and each eviction is one, as soon as the mirror sees it.
        </Empty>
      ) : (
        <Grid
          noun="decision"
          columns={columnsOf(cluster)}
          rows={rows}
          rowKey={({ uid }) => uid}
          open={({ uid }) => void navigate({ to: paths.decisions(cluster, uid) })}
        />
      )}
    </>
  );
}

function columnsOf(cluster: string): readonly Column<JudgedFragment>[] {
  const nodeLink = (name: string | null | undefined): ReactNode =>
    name == null ? 'no node' : <ViewLink to={paths.nodes(cluster, name)}>{name}</ViewLink>;
  return [
    {
      id: 'at',
      title: 'seen',
      width: 25,
      value: ({ observed, at }) => observed?.at ?? at,
      cell: ({ observed, at, uid }) => (
        <ViewLink to={paths.decisions(cluster, uid)}>{dayAndTime(observed?.at ?? at)}</ViewLink>
      ),
    },
    {
      id: 'pod',
      title: 'pod',
      width: 30,
      value: ({ pod }) => `${pod.namespace}/${pod.name}`,
      cell: ({ pod: { namespace, name } }) => (
        <ViewLink to={paths.pods(cluster, namespace, name)}>
          {namespace}/{name}
        </ViewLink>
      ),
    },
    {
      id: 'agreement',
      title: 'agreement',
      width: 14,
      value: ({ observed }) => observed?.agreement,
      cell: ({ observed }) => observed && <Status of={observed.agreement} />,
    },
    {
      id: 'node',
      title: 'there',
      width: 22,
      value: ({ node }) => node,
      cell: ({ node, observed }) => (observed?.eviction ? <>evicted from {nodeLink(node)}</> : nodeLink(node)),
    },
    {
      id: 'own',
      title: 'by Berth',
      width: 22,
      value: ({ observed }) => observed?.own?.node,
      cell: ({ observed }) => observed?.own && nodeLink(observed.own.node),
    },
    { id: 'rank', title: 'rank', isNumber: true, value: ({ observed }) => observed?.rank },
    { id: 'plugin', title: 'plugin', width: 24, value: ({ observed }) => observed?.plugin },
    {
      id: 'reason',
      title: 'why',
      width: 40,
      value: ({ observed }) => observed?.reason,
      says: ({ observed }) => observed?.reason ?? '',
    },
  ];
}
