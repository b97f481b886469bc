// No engine changes its result: it concerns what a start has begun when it fails.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { Collector } from '../../server/features/webhooks/collector.ts';
import { settingsFrom } from '../../server/settings.ts';
import { openServer } from '../../server/start.ts';
import { withFields } from '../support/refused-start.ts';
import { temporaryFolder } from '../support/test-database.ts';

const GROUP = `import { defineGroup } from 'quire-cms';
export default defineGroup({ name: 'guest', permissions: [] });`;

it('a start that fails at its last check ends what it began', async ({ mock }) => {
  const folder = temporaryFolder();
  for (const [room, file, source] of [
    ['content', 'thing.ts', withFields('title: text({ max: 20 })')],
    ['access', 'editors.ts', GROUP],
  ] as const) {
    mkdirSync(join(folder, room));
    writeFileSync(join(folder, room, file), source);
  }
  const begun = mock.method(Collector.prototype, 'begin');
  const ended = mock.method(Collector.prototype, 'end');
  const settings = settingsFrom({
    QUIRE_SECRET: '0123456789abcdef0123456789abcdef',
    QUIRE_ADMIN_PASSWORD: 'a password for this test',
    DATABASE_URL: `file:${join(folder, 'quire.db')}`,
  });
  const contentDir = join(folder, 'content');
  await assert.rejects(
    openServer({ ...settings, contentDir, logLevel: 'silent' }),
    /'guest' is the server's own/,
  );
  assert.equal(begun.mock.callCount(), 1);
  assert.equal(ended.mock.callCount(), 1);
});
