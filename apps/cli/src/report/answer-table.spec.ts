import { answerTable } from './answer-table.js';

const column = (name: string, type: string, unit: string | null = null) => ({
  name,
  type,
  unit,
  nullable: true,
  description: '',
});
const COLUMNS = [
  column('group', 'text'),
  column('unit', 'text'),
  column('pendingPods', 'integer', 'pods'),
  column('requested', 'number'),
  column('requestedRatio', 'number', 'share'),
  column('requestedSeconds', 'decimal', 'unit seconds'),
];

test('amounts are as they are read: bytes in powers of 1024, shares in percent, numbers to the right', () => {
  const cpu = { unit: 'cores', pendingPods: 1025, requested: 14244.7204, requestedSeconds: '3600.25' };
  const memory = { unit: 'bytes', pendingPods: 2048, requested: 53029588959232, requestedSeconds: '1536' };
  const items = [
    { group: 'a', ...cpu, requestedRatio: 0.562588 },
    { group: null, ...memory, requestedRatio: null },
  ];
  expect(answerTable({ columns: COLUMNS, items }, undefined)).toEqual([
    'GROUP  UNIT   PENDING PODS  REQUESTED  REQUESTED RATIO  REQUESTED SECONDS',
    'a      cores          1025   14244.72           56.3 %            3600.25',
    '-      bytes          2048     48.2Ti                -              1.5Ki',
  ]);
});
