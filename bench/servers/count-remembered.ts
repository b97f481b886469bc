// Loaded into the measured server: counts the answers that come from its cache, and writes their number when asked by SIGUSR2.
import { writeFileSync } from 'node:fs';
import { AnswerCache } from '../../server/http/answers/answer-cache.ts';
import { rememberedFile } from './remembered.ts';

const { find } = AnswerCache.prototype;
let found = 0;
AnswerCache.prototype.find = function (...asked) {
  const answer = find.apply(this, asked);
  if (answer) found += 1;
  return answer;
};
process.on('SIGUSR2', () => writeFileSync(rememberedFile(process.pid), String(found)));
