// Needs a process of its own: it starts a browser, and a command that watches files.
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { PASSWORD, quire, start, stop } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';

// No engine changes its result: pages are compiled without one.

describe('`quire dev` with parts of the console', { skip: whyNoBrowser }, () => {
  it('shows a change in open pages', async () => {
    const root = temporaryFolder();
    for (const folder of ['content', 'console'])
      cpSync(`test/projects/own-parts/${folder}`, join(root, folder), { recursive: true });
    symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(root, 'node_modules'));
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
    const settings = { CONTENT_DIR: join(root, 'content'), CONSOLE: 'true' };
    const running = await start('follow', settings, (name, given) => quire(['dev'], name, given));
    after(() => stop(running));
    const page = await (await openBrowser()).newPage({ locale: 'en-US' });
    await page.goto(`${running.base}/console/own/names`);
    await signIn(page, 'root', PASSWORD);
    await page.getByRole('button', { name: 'Delete the first' }).waitFor();
    const file = join(root, 'console/ShadeNames.vue');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Delete the first', 'Delete what is first'));
    await page.getByRole('button', { name: 'Delete what is first' }).waitFor();
  });
});
