// Loaded into the measured server: counts the answers that come from its cache, and writes their number when asked by SIGWINCH.
import { writeFileSync } from 'node:fs';
import { AnswerCache } from '../../server/http/answers/send-answer.ts';
import { rememberedFile } from './remembered.ts';

const { find } = AnswerCache.prototype;
let found = 0;
AnswerCache.prototype.find = function (...asked) {
  const answer = find.apply(this, asked);
  if (answer) found += 1;
  return answer;
};
// SIGUSR2 would change the level of the server's log.
process.on('SIGWINCH', () => writeFileSync(rememberedFile(process.pid), String(found)));
