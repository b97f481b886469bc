// No engine changes its result: the page, the logo and the mails of a project are files.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { settingsFrom } from '../../../server/settings.ts';
import { builtPage } from '../../support/browser/console-page.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';
import { temporaryFolder } from '../../support/test-database.ts';

const HEAD = `<!doctype html>
<meta name="quire" content="./">
<meta name="application-name" content="Quire">
<meta name="quire-accent" content="">
<link rel="icon" href="./favicon.svg" type="image/svg+xml">
<title>Quire</title>
`;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const folder = temporaryFolder();
const file = (name: string, bytes: string | Buffer) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
function page(): string {
  const consoleDir = builtPage();
  writeFileSync(join(consoleDir, 'index.html'), HEAD);
  return consoleDir;
}

const own = await accountApp({
  consoleDir: page(),
  projectName: 'Wu & <Sons>',
  projectLogo: file('logo.svg', SVG),
  projectAccent: '#0a7d4f',
});
const plain = await accountApp({ consoleDir: page() });
const drawn = await accountApp({ consoleDir: page(), projectLogo: file('logo.png', 'not really a picture') });

describe('the page of a project', () => {
  it('has its name, its accent and its logo, and no markup of theirs', async () => {
    const { text } = await own.nobody.get('/console');
    assert.equal(
      text,
      `<!doctype html>
<meta name="quire" content="/console/">
<meta name="application-name" content="Wu &amp; &lt;Sons&gt;">
<meta name="quire-accent" content="#0a7d4f">
<link rel="icon" href="/console/logo" type="image/svg+xml">
<title>Wu &amp; &lt;Sons&gt;</title>
`,
    );
  });

  it('stays as it is built without settings', async () => {
    assert.equal((await plain.nobody.get('/console')).text, HEAD.replaceAll('="./', '="/console/'));
  });
});

describe('the logo', () => {
  it('is for everybody, runs nothing, and is asked for again', async () => {
    const { status, headers, text } = await own.nobody.get('/console/logo');
    assert.deepEqual([status, headers['content-type'], text], [200, 'image/svg+xml', SVG]);
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    const again = await own.nobody.get('/console/logo', {
      headers: { 'if-none-match': String(headers.etag) },
    });
    assert.deepEqual([again.status, again.text], [304, '']);
  });

  it('is no route without the setting', async () => {
    const { headers } = await plain.nobody.get('/console/logo');
    assert.equal(headers['content-type'], 'text/html; charset=utf-8', 'a path of the console');
  });
});

describe('a mail of the server', () => {
  for (const [what, app, shows, hides] of [
    [
      'with an SVG has the name and the accent',
      own,
      ['<strong>Wu &amp; &lt;Sons&gt;</strong>', '2px solid #0a7d4f'],
      ['cid:logo'],
    ],
    ['with a picture has it', drawn, ['<img src="cid:logo"', '<strong>Quire</strong>'], ['#0a7d4f']],
    ['without settings has the name of Quire', plain, ['<strong>Quire</strong>'], ['<img']],
  ] as const)
    it(what, async () => {
      await app.askFor('sign-up', 'li@mail.test');
      const [mail] = await app.mailsTo('li@mail.test');
      const { html = '', text = '', link = '' } = mail as unknown as Record<string, string>;
      for (const one of shows) assert.ok(html.includes(one), `${one} in ${html}`);
      for (const one of hides) assert.ok(!html.includes(one), `no ${one} in ${html}`);
      assert.ok(html.includes(`<a href="${link}"`) && text.includes(link), 'both parts have the link');
    });
});

it('a logo is small', () => {
  const PROJECT_LOGO = file('large.png', Buffer.alloc(256_001));
  assert.throws(() => settingsFrom({ QUIRE_SECRET: 'abcdefgh'.repeat(4), PROJECT_LOGO }), /at most 256 kB/);
});
