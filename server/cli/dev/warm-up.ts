import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsFrom } from '../../settings.ts';
import { isInstalled } from '../../shared/system/optional-packages.ts';
import { openServer } from '../../start.ts';

/** A collection whose kinds of fields load all that fields may need. */
const RECORD = `import { defineCollection, everyone, richText, slug, text } from 'quire-cms';
export default defineCollection({
  name: 'warm_up', label: 'Warm-up', path: '/v1/warm-up', audit: 'full',
  fields: { title: text({ max: 20 }), body: richText(), slug: slug({ from: 'title' }) },
  access: { read: everyone, create: everyone, update: everyone, delete: everyone },
} as const);
`;

/** The first opening loads code; the next two let the engine compile it, and save two fifths of the CPU that a start still takes. */
const TIMES = 3;

/**
 * Opens a server that nobody reaches, sends it one request, and closes it; a few times, while there is time. Code for a start
 * and a first answer is then loaded and compiled.
 */
export async function warmUp(hasTime: () => boolean): Promise<void> {
  for (let time = 0; time < TIMES && hasTime(); time++) await openOnce();
  if (hasTime()) await loadCompilers();
}

/** What compiles parts of the console, where a project has it. */
async function loadCompilers(): Promise<void> {
  if (isInstalled('rolldown')) await import('rolldown');
  if (isInstalled('vue')) await import('vue/compiler-sfc');
}

async function openOnce(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-dev-'));
  const content = join(folder, 'content');
  mkdirSync(content);
  writeFileSync(join(content, 'warm-up.ts'), RECORD);
  try {
    const server = await openServer(
      settingsFrom({
        CONTENT_DIR: content,
        DATABASE_URL: `file:${join(folder, 'quire.db')}`,
        CONSOLE: 'false',
        LOG_LEVEL: 'silent',
      }),
    );
    await server.app.inject({ url: '/v1/warm-up' });
    await server.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
