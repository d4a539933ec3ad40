import type { UseQueryResult } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemOf, type FieldProblem, type ShownProblem } from '../api/index.js';
import { Button, Copy } from '../controls/index.js';
import { usePlace } from '../place/index.js';

/**
 * What a query answers, or why there is nothing to see: while it loads, the space that it will take, then the data, or
 * what went wrong with what to quote of it.
 */
export function Shown<T>({
  query,
  rows = 8,
  title,
  children,
}: {
  readonly query: UseQueryResult<T>;
  /** How much space to reserve, in rows of a table. */
  readonly rows?: number;
  /** What the view is called until its data says so; undefined where its heading stands above. */
  readonly title?: string | undefined;
  readonly children: (data: T) => ReactNode;
}): ReactNode {
  const { data, error } = query;
  const again = (): void => void query.refetch();
  const isFailed = error !== null && (data === undefined || query.isPlaceholderData);
  if (isFailed || data === undefined)
    return (
      <>
        {title !== undefined && <h1>{title}</h1>}
        {isFailed ? <Problem problem={problemOf(error)} again={again} /> : <Loading rows={rows} />}
      </>
    );
  return (
    <>
      {error !== null && <Problem problem={problemOf(error)} again={again} />}
      {children(data)}
    </>
  );
}

/** The same for what hangs on a cluster, which may not be there, or not have been there then. */
export function ShownOfCluster<C>({
  query,
  rows,
  title,
  children,
}: {
  readonly query: UseQueryResult<{ readonly cluster: C | null }>;
  readonly rows?: number;
  readonly title?: string;
  readonly children: (cluster: C) => ReactNode;
}): ReactNode {
  const { cluster: name } = usePlace();
  return (
    <Shown query={query} title={title} {...(rows !== undefined && { rows })}>
      {({ cluster }) =>
        cluster === null ? (
          <Empty
            title={`There is no cluster ${name}`}
            command={`npx berth clusters create ${name}`}
            isView={title !== undefined}
          >
            It may have been deleted, or be another team’s.
          </Empty>
        ) : (
          children(cluster)
        )
      }
    </Shown>
  );
}

export function Loading({ rows }: { readonly rows: number }): ReactNode {
  return (
    <div className="loading" role="status" aria-label="Loading" style={{ minHeight: rows * 28 }}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="loading-row" />
      ))}
    </div>
  );
}

/** Nothing to show, why that is so, and what would change it. */
export function Empty({
  title,
  command,
  action,
  isView = false,
  children,
}: {
  readonly title: string;
  readonly command?: string;
  /** What changes it from here. */
  readonly action?: ReactNode;
  /** There is nothing else: its title is the heading of the view. */
  readonly isView?: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <section className="empty">
      <Inbox size={28} strokeWidth={1.5} aria-hidden />
      {isView ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children !== undefined && <p>{children}</p>}
      {action}
      {command !== undefined && (
        <div className="to-type">
          <pre className="command">{command}</pre>
          <Copy text={command} />
        </div>
      )}
    </section>
  );
}

/** What may be otherwise the next time. */
const HELPED_BY_ANOTHER_TRY: readonly ShownProblem['kind'][] = ['forbidden', 'unreachable', 'failed'];

export function Problem({
  problem: { kind, title, detail, code, requestId, fields },
  again,
}: {
  readonly problem: ShownProblem;
  readonly again?: () => void;
}): ReactNode {
  return (
    <section className={`problem ${kind}`} role="alert">
      <h2>{title}</h2>
      <p>{detail}</p>
      {fields.length > 0 && <Fields fields={fields} />}
      <p className="quiet">
        {code !== undefined && (
          <>
            code <code>{code}</code>{' '}
          </>
        )}
        {requestId !== undefined && (
          <>
            request <code>{requestId}</code>{' '}
          </>
        )}
        {again !== undefined && HELPED_BY_ANOTHER_TRY.includes(kind) && <Button onPress={again}>Try again</Button>}
      </p>
    </section>
  );
}

/** Said beside what a reader of a part of the cluster sees a part of. */
export function Redacted({ isSo }: { readonly isSo: boolean }): ReactNode {
  if (!isSo) return null;
  return (
    <p className="redacted" role="note">
      Redacted: objects of other teams are left out, or counted without names.
    </p>
  );
}

/** Why a mutation did nothing, as the documents ask for it: see the fragment `Refused`. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[];
  /** What is wrong with what was sent, field by field. */
  readonly problems?: readonly FieldProblem[];
  /** What is wrong with which of the objects that were sent. */
  readonly rejected?: readonly {
    readonly kind: string | null;
    readonly namespace: string | null;
    readonly name: string | null;
    readonly field: string | null;
    readonly message: string;
  }[];
}

/** What a mutation did not do, in the words of its payload. */
export function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }): ReactNode {
  if (refusals.length === 0) return null;
  return (
    <section className="problem refused" role="alert">
      <h2>The service refused this</h2>
      <ul>
        {refusals.map(({ code, message, path, problems = [], rejected = [] }, index) => {
          const fields = [...problems, ...rejected.map(ofObject)];
          return (
            <li key={index}>
              <code>{path.filter((step) => step !== 'input').join('.')}</code> {message} <code>{code}</code>
              {fields.length > 0 && <Fields fields={fields} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function ofObject({ kind, namespace, name, field, message }: NonNullable<Refusal['rejected']>[number]): FieldProblem {
  const object = [namespace, name].filter(Boolean).join('/');
  return { field: [kind, object, field].filter(Boolean).join(' '), message };
}

function Fields({ fields }: { readonly fields: readonly FieldProblem[] }): ReactNode {
  return (
    <ul>
      {fields.map(({ field, message }, index) => (
        <li key={index}>
          <code>{field}</code> {message}
        </li>
      ))}
    </ul>
  );
}
