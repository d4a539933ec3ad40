import { oddDumpProperties } from './odd-dumps.js';

oddDumpProperties(1_000);
