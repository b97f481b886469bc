import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { undoing } from '../../support/rows/undoing.ts';

const app = await freshApp({ contentDir: 'test/content/undone' });
const { within } = undoing(app);
const [writer, other] = [await app.person(), await app.person()];
const ROWS = 400;

/** How many rows others write, one after the other, until this is answered. */
async function writtenBeside(work: Promise<unknown>, by: Client): Promise<number> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  let count = 0;
  for (; !isDone; count += 1) await by.make('/v1/leaf', { title: `other ${count}` });
  await ended;
  return count - 1; // the last one may have ended it
}

it('others write while the undo of many rows is previewed, and it is the same undo', async () => {
  const items = Array.from({ length: ROWS }, (_, index) => ({
    action: 'create',
    values: { title: `leaf ${index}` },
  }));
  const scope = await within(writer, () => writer.done('POST /v1/leaf/bulk', { items }));
  const preview = writer.done<{ expected: number }>('POST /cms/undo/preview', scope);
  assert.ok((await writtenBeside(preview, other)) > 1, 'they waited for the whole of it');
  const { expected } = await preview;
  assert.equal(expected, ROWS);
  await writer.make('/cms/undo', { ...scope, expected });
});
