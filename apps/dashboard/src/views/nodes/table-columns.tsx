import { SparkLine, UsedBar } from '../../drawing/index.js';
import { paths, ViewLink } from '../../place/index.js';
import { Status } from '../../states/index.js';
import type { Column } from '../../table/index.js';
import { Amount } from '../../words/index.js';
import type { NodeColumns, NodeRow } from './node-table.js';
import type { OverTime } from './use-over-time.js';

/** Each node with its pods, how full it is, how full it was, and its state. */
export function tableColumns(
  cluster: string,
  { resources, labels }: NodeColumns,
  overTime: OverTime | undefined,
): readonly Column<NodeRow>[] {
  const main = resources[0]?.resource ?? '';
  return [
    {
      id: 'node',
      title: 'node',
      width: 17,
      value: ({ name }) => name,
      cell: ({ name }) => <ViewLink to={paths.nodes(cluster, name)}>{name}</ViewLink>,
    },
    ...(labels.length === 0 ? [] : [{ id: 'group', title: 'group', width: 7, value: ({ group }: NodeRow) => group }]),
    { id: 'pods', title: 'pods', width: 6, isNumber: true, value: ({ pods }) => pods },
    ...resources.map(({ resource }, index): Column<NodeRow> => ({
      id: `${resource}-full`,
      title: resource,
      width: 23,
      value: (row) => fullOf(row, index),
      cell: ({ amounts }) => {
        const { requested = 0, allocatable = 0 } = amounts[index] ?? {};
        return <UsedBar {...{ resource, requested, allocatable }} />;
      },
    })),
    ...(overTime === undefined
      ? []
      : [
          {
            id: 'over-time',
            title: `${main} over time`,
            width: 15,
            value: ({ name }: NodeRow) => overTime.get(name)?.at(-1)?.value,
            cell: ({ name }: NodeRow) => <SparkLine of={main} samples={overTime.get(name) ?? []} />,
          },
        ]),
    {
      id: 'marks',
      title: 'state',
      width: 13,
      value: ({ marks }) => marks.join(', '),
      cell: ({ marks }) =>
        marks.length === 0 ? <Status of="ready" /> : marks.map((one) => <Status key={one} of={one} />),
    },
    ...resources.flatMap(({ resource }, index): Column<NodeRow>[] => [
      numbers(resource, `${resource} requested`, ({ amounts }) => amounts[index]?.requested),
      numbers(resource, `${resource} allocatable`, ({ amounts }) => amounts[index]?.allocatable),
    ]),
  ];
}

function numbers(resource: string, title: string, of: (row: NodeRow) => number | undefined): Column<NodeRow> {
  return {
    id: title,
    title,
    width: 18,
    isNumber: true,
    isAside: true,
    value: of,
    cell: (row) => <Amount of={resource} value={of(row) ?? 0} />,
  };
}

function fullOf({ amounts }: NodeRow, index: number): number | null {
  const { allocatable = 0, requested = 0 } = amounts[index] ?? {};
  return allocatable === 0 ? null : requested / allocatable;
}
