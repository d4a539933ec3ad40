import { FIGURES } from './figure-arguments.js';

/** What each figure is made of; on a small cluster, and of no machine in particular. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'single-pod': [
    'scheduleP50Ms',
    'scheduleP99Ms',
    'commitP50Ms',
    'commitP99Ms',
    'timesCommitP50',
    'bytesPerRun',
    // Of each table too, where it grew by a page: ten runs need none of some.
    'keptBytesPerRun',
  ],
  extenders: [
    'namesPodsPerSecond',
    'namesCalls',
    'wholePodsPerSecond',
    'wholeCalls',
    'killedScheduled',
    'killedErrors',
    'ignoredScheduled',
    'ignoredErrors',
    'replayedPerSecond',
    'answerBytesPerDecision',
  ],
  observed: [
    'delayP50Ms',
    'delayP99Ms',
    'bindingCpuMs',
    'changeCpuMs',
    'decisionCpuMs',
    'agreeingShare',
    'residentMiB',
  ],
  'report-rows': [
    ...['rows', 'csvGrowthMiB', 'csvCpuSeconds', 'csvSeconds', 'csvMiB'],
    ...['parquetGrowthMiB', 'parquetCpuSeconds', 'parquetSeconds', 'parquetMiB'],
  ],
  'report-history': [
    ...['decisions', 'capacity.coldSeconds', 'buckets.warmSeconds', 'placement.growthMiB', 'waits.coldSeconds'],
    ...['priorities.cpuMicrosPerDecision', 'chargeback.cpuMicrosPerDecision', 'owners.growthMiB'],
  ],
  traces: ['rowP50Ms', 'rowP95Ms', 'pageP50Ms', 'pageP95Ms'],
  answers: ['runMs', 'restMs', 'restTimesRun', 'restMicrosPerDecision', 'graphqlMs', 'ndjsonMs', 'csvMs'],
  'large-cluster': [
    'importSeconds',
    'coldMs',
    'coldReadMs',
    'warmP50Ms',
    'startedMiB',
    'loadedMiB',
    'afterCallsMiB',
    'peakMiB',
  ],
  past: [
    'logSeconds',
    'snapshots',
    'snapshotSeconds',
    'snapshotMiB',
    'pageP50Ms',
    'pageP95Ms',
    'pageMaxMs',
    'againP50Ms',
    'countsP50Ms',
    'diffP50Ms',
  ],
  'decision-queries': [
    'buildSeconds',
    'indexBytesPerDecision',
    'coldWorstMs',
    'rarePairP95Ms',
    'deepP95Ms',
    'exhaustedP95Ms',
    'worstP95Ms',
  ],
  forks: [
    'presentMs',
    'pastMs',
    'farPastMs',
    'presentAgainMs',
    'pastAgainMs',
    'farPastAgainMs',
    'bytesPerFork',
    'bytesPerFork.pods',
    'bytesPerFork.snapshot_chunks',
    'startedMiB',
    'peakMiB',
  ],
  verification: [
    'entries',
    'verifySeconds',
    'entriesPerSecond',
    'startedMiB',
    'peakMiB',
    'smallEntries',
    'smallVerifySeconds',
    'smallPeakMiB',
  ],
  fairness: [
    'idleReadP50Ms',
    'idleReadP99Ms',
    'runReadP99Ms',
    'runP99TimesIdle',
    'importReadP99Ms',
    'importP99TimesIdle',
    'oneRunMs',
    'twoRunsMs',
    'twoTimesOne',
  ],
  replay: [
    'demoDecisions',
    'demoPerSecond',
    'demoTimesRun',
    'singleDecisions',
    'singlePerSecond',
    'recordedScenarios',
    'recordedDecisions',
    'recordedPerSecond',
  ],
  'what-if': ['idleReadP99Ms', 'stepsSeconds', 'fitsSeconds', 'howManySeconds', 'repackReadP99Ms', 'peakRssMiB'],
  comparison: ['firstSeconds', 'podsPerSecond', 'readP99Ms', 'peakRssMiB'],
  'second-wall': ['clusterReaderMs', 'clusterEngineMs', 'clusterRatio', 'statesRatio'],
  access: ['scheduleOpenMs', 'scheduleAdminRatio', 'schedulePartRatio', 'tracePartRatio', 'runRatio'],
  neighbour: ['readAloneP99Ms', 'readP99TimesAlone', 'runP99TimesAlone', 'replaysDone', 'importsDone'],
  watch: ['oneBindsPerSecond', 'oneDelayP99Ms', 'manyBindsPerSecond', 'manyDelayP99Ms', 'cpuTimesOne', 'rssBeforeMiB'],
  binder: [
    'firstBindsPerSecond',
    'bindsPerSecond',
    'answeredP50Ms',
    'answeredP99Ms',
    'seenP50Ms',
    'seenP99Ms',
    'cpuMsEach',
  ],
  arrivals: ['arrivalsPerSecond', 'boundP50Ms', 'boundP99Ms', 'cpuMsEach', 'databaseCpuMsEach'],
  living: ['createSeconds', 'rollSeconds', 'kibPerPod', 'peakMiB', 'idleYearSeconds', 'restCpuPercent'],
  refusals: ['levelsP99Ms', 'wordsP99Ms', 'valuesP99Ms', 'wrongKeyP99Ms', 'rssAgainMiB'],
};

/** How often something happened beside what is measured, be it never. */
const COUNT = /Done$|^refused$|CpuPercent$|Errors$/;

test.each(Object.entries(FIGURES))('%s is measured through a real service', async (name, figure) => {
  const phases = new Set<string>();
  // All pods of the rolled Deployment, its surge included, have room.
  const values = await figure.measure({ nodes: 16, pods: 600, rounds: 10, progress: (phase) => phases.add(phase) });
  expect(Object.keys(values)).toEqual(expect.arrayContaining([...(VALUES[name] ?? ['no such figure'])]));
  expect(Object.entries(values).filter(([what, value]) => !(COUNT.test(what) ? value >= 0 : value > 0))).toEqual([]);
  expect(phases.size).toBeGreaterThan(0);
});

test('every decision is read in every way, page by page', async () => {
  const values = await FIGURES['answers']?.measure({ nodes: 20, pods: 600, rounds: 1, progress: () => undefined });
  expect([values?.['restPages'], values?.['graphqlPages']]).toEqual([2, 2]);
});
