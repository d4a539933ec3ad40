import { schedulerProperties } from './scheduler-properties.js';

describe('for 10,000 clusters', () => schedulerProperties(10_000));
