import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { undoing } from '../../support/records/undoing.ts';
import { writtenBeside } from '../../support/records/written-beside.ts';

const app = await freshApp({ contentDir: 'test/content/slow' });
const { within } = undoing(app);
const [writer, other] = [await app.person(), await app.person()];
const RECORDS = 100;

it('others write while the undo of many records is previewed, and it is the same undo', async () => {
  const items = Array.from({ length: RECORDS }, (_, index) => ({
    action: 'create',
    values: { title: `leaf ${index}` },
  }));
  const scope = await within(writer, () => writer.done('POST /v1/leaf/bulk', { items }));
  const preview = writer.done<{ expected: number }>('POST /cms/undo/preview', scope);
  const beside = await writtenBeside(preview, (index) => other.make('/v1/leaf', { title: `other ${index}` }));
  assert.ok(beside > 0, 'they waited for the whole of it');
  const { expected } = await preview;
  assert.equal(expected, RECORDS);
  await writer.make('/cms/undo', { ...scope, expected });
});
