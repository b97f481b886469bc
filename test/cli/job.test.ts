import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command } from '../support/server-process.ts';

const shop = { CONTENT_DIR: 'test/projects/shop/content', LANGUAGE: 'en' };
const run = async (...args: string[]) => {
  const { code, said } = await command(['job', ...args], 'job', shop);
  return [code, said] as const;
};

test('a job, a mail and a schedule run now, and what fails ends with 1', async () => {
  const [listed, lines] = await run();
  assert.equal(listed, 0, lines);
  for (const line of [
    /^jobs\/settle {2}Settle an order$/m,
    /^jobs\/expire .*0 3 \* \* \* Europe\/Berlin$/m,
    /^mail\/receipt /m,
  ])
    assert.match(lines, line);
  const receipt = ['mail/receipt', '--input', '{"order":7,"name":"Ann"}'];
  for (const [args, code, said] of [
    [['expire'], 0, /jobs\/expire: done/],
    [[...receipt, '--to', 'ann@quire.test'], 0, /mail\/receipt: done/],
    [['settle', '--input', '{"order":999,"failing":0}'], 1, /jobs\/settle: .*it will be tried again/],
    [['settle', '--input', '{"order":1}'], 1, /input\.failing is required/],
    [receipt, 1, /to must be the address/],
    [['settel'], 1, /names no job, mail or schedule: 'settel'/],
    [['settle', '--input', 'x'], 2, /--input must be JSON/],
  ] as const) {
    const [ended, text] = await run('run', ...args);
    assert.equal(ended, code, text);
    assert.match(text, said);
  }
});
