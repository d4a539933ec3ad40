import { MISTAKES } from './mistakes.js';
import { edited } from './planted.js';

test.each(MISTAKES)('%s: the mistake can be planted in what is compiled', (_what, _noticed, _faults, edits) => {
  for (const edit of edits) expect(edited(process.cwd(), edit)).toContain(edit.to);
});
