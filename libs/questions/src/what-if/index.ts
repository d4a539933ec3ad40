export { KeptWhatIfs, type WhatIfDecisions } from './kept-what-ifs.js';
export { WhatIfService } from './what-if.service.js';
export type { StepAnswer, SteppedPod, WhatIf, WhatIfRecord } from './what-if-record.js';
export type { AskedStep, ScheduleStep, WhatIfRequest } from './what-if-request.js';
