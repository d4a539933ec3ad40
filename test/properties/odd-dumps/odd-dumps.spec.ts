import { oddDumpProperties } from './odd-dumps.js';

// Each goes in three times.
oddDumpProperties(40);
