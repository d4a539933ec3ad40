import { schedulerProperties } from './scheduler-properties.js';

describe('for 500 clusters', () => schedulerProperties(500));
