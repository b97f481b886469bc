// Takes long: exports of WordPress move in by commands.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { image } from '../support/records/uploads.ts';
import { databaseNamed, signIn, start, stop } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { contentOf, items, NOTE, read, run, settingsOf } from './moving.ts';

const png = await image('png');
const asked: string[] = [];
const site = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url === '/up/first.png') response.end(png);
  else response.writeHead(302, { location: '/up/first.png' }).end();
});
site.listen(0, '127.0.0.1');
await once(site, 'listening');
const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
after(() => site.close());

interface Item {
  readonly id: number;
  readonly type?: string;
  readonly status?: string;
  readonly title?: string;
  readonly more?: string;
  readonly date?: string;
  readonly content?: string;
}
const FUTURE = '2099-05-06 07:08:09';
const item = ({
  id,
  type = 'post',
  status = 'publish',
  title = `Post ${id}`,
  more = '',
  date,
  content = '',
}: Item) => `
  <item><title><![CDATA[${title}]]></title><dc:creator><![CDATA[mei]]></dc:creator>
  <content:encoded><![CDATA[${content}]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded>
  <wp:post_id>${id}</wp:post_id><wp:post_date_gmt>${date ?? '2020-01-02 03:04:05'}</wp:post_date_gmt>
  <wp:post_name><![CDATA[post-${id}]]></wp:post_name><wp:status>${status}</wp:status>
  <wp:post_type>${type}</wp:post_type><wp:post_parent>0</wp:post_parent>${more}</item>`;
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
const exportOf = (body: string) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:wp="http://wordpress.org/export/1.2/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>A site</title><link>https://site.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>https://site.example</wp:base_blog_url>
<wp:author><wp:author_id>3</wp:author_id><wp:author_login><![CDATA[mei]]></wp:author_login>
  <wp:author_email><![CDATA[mei@site.example]]></wp:author_email>
  <wp:author_display_name><![CDATA[Mei Lin]]></wp:author_display_name></wp:author>
<wp:category><wp:term_id>2</wp:term_id><wp:category_nicename>news</wp:category_nicename>
  <wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[News & views]]></wp:cat_name></wp:category>
<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>local</wp:category_nicename>
  <wp:category_parent>news</wp:category_parent><wp:cat_name><![CDATA[Local]]></wp:cat_name></wp:category>
${body}</channel></rss>`;

const POSTS = [
  item({
    id: 10,
    title: 'Hello & good day',
    content: `First line\n\n<!--more-->See <img src="${base}/up/first-300x200.png"> <script>alert(1)</script>`,
    more: `<category domain="category" nicename="local"><![CDATA[Local]]></category>
      <category domain="post_tag" nicename="green"><![CDATA[Green]]></category>
      ${meta('_thumbnail_id', '50')}${meta('Mood of the day', 'bright')}${meta('packed', 'a:1:{i:0;s:1:"x";}')}
      <wp:comment><wp:comment_id>1</wp:comment_id></wp:comment>`,
  }),
  item({ id: 11, status: 'draft', title: 'Not yet' }),
  item({ id: 12, status: 'future', title: 'Later', date: FUTURE }),
  item({ id: 13, status: 'private', title: 'For us' }),
  item({ id: 14, status: 'trash', title: 'Gone' }),
  item({ id: 15, title: 'Secret', more: '<wp:post_password>x</wp:post_password>' }),
  item({ id: 20, type: 'page', title: 'About' }),
  item({ id: 21, type: 'page', title: 'Team', more: '' }).replace('post_parent>0<', 'post_parent>20<'),
  item({ id: 30, type: 'my-recipe', title: 'Soup', more: meta('minutes', '40') }),
  item({ id: 40, type: 'nav_menu_item', title: 'Menu' }),
  item({ id: 41, type: 'revision', title: 'Older' }),
  item({
    id: 50,
    type: 'attachment',
    title: 'first',
    more: `<wp:attachment_url>${base}/up/first.png</wp:attachment_url>${meta('_wp_attachment_image_alt', 'A tree')}`,
  }),
  item({
    id: 51,
    type: 'attachment',
    title: 'moved',
    more: `<wp:attachment_url>${base}/up/moved.png</wp:attachment_url>`,
  }),
];

const folder = temporaryFolder();
const file = join(folder, 'site.xml');
writeFileSync(file, exportOf(POSTS.join('')));
const content = contentOf({ note: NOTE });
const NAME = 'wordpress';

const moveIn = (...options: string[]) =>
  run(NAME, content, ['move-in', 'wordpress', '--from', file, ...options]);

describe('an export of WordPress', () => {
  before(() => databaseNamed(NAME, content));

  it('is rehearsed first: nothing is written, and no file is fetched', async () => {
    const said = await moveIn('--files');
    assert.match(said, /Rehearsal: nothing is written/);
    assert.match(said, /post: 5 created/);
    assert.match(said, /- 1 comments/);
    assert.match(said, /- 1 posts in the trash/);
    assert.match(said, /custom field 'packed': values that PHP serialised/);
    assert.deepEqual(readdirSync(content), ['note.ts']);
    assert.deepEqual(asked, []);
  });

  it('brings no file that nobody asked for, and none from a private network that nobody named', async () => {
    assert.match(await moveIn('--apply'), /Files stay behind: add --files to bring them/);
    const said = await run(NAME, content, ['move-in', 'wordpress', '--from', file, '--apply', '--files'], 1);
    assert.match(said, /refused: file 50: .* lies in no public network/);
    assert.deepEqual(asked, []);
  });

  it('brings posts of all types with their terms, authors, states and files', async () => {
    const args = ['move-in', 'wordpress', '--from', file, '--apply', '--files', '--network', '127.0.0.0/8'];
    const said = await run(NAME, content, args, 1);
    assert.match(said, /refused: file 51: .* answers 302/, 'no redirect is followed');
    assert.match(said, /post: 0 created, 1 updated, 4 unchanged/, 'the post gets its picture');
    // A process of its own: the definitions were written after this one had begun.
    const here = await start(NAME, settingsOf(content));
    const token = await signIn(here);
    const posts = items(await read(here, token, '/v1/post?version=draft&sort=id'));
    assert.deepEqual(
      posts.map(({ title, publication }) => [title, publication]),
      [
        ['Hello & good day', 'published'],
        ['Not yet', 'draft'],
        ['Later', 'draft'],
        ['For us', 'draft'],
        ['Secret', 'draft'],
      ],
    );
    const [hello, , later] = posts;
    assert.equal(hello?.create_time, Date.parse('2020-01-02T03:04:05Z'));
    assert.equal(later?.publish_time, Date.parse(`${FUTURE.replace(' ', 'T')}Z`));
    assert.equal(hello?.mood_of_the_day, 'bright');
    const body = String(hello?.body);
    assert.match(body, /<p>First line<\/p>/);
    assert.doesNotMatch(body, /script|first-300x200/);
    const [path] = /\/assets\/[^"]+/.exec(body) ?? [];
    assert.equal((await fetch(`${here.base}${path}`)).status, 200);
    const categories = items(await read(here, token, '/v1/category?sort=id'));
    assert.deepEqual(
      categories.map(({ name, parent_id }) => [name, parent_id]),
      [
        ['News & views', null],
        ['Local', categories[0]?.id],
      ],
    );
    assert.deepEqual(hello?.category_ids, [categories[1]?.id]);
    const pages = items(await read(here, token, '/v1/page?version=draft&sort=id'));
    assert.equal(pages[1]?.parent_id, pages[0]?.id);
    const [recipe] = items(await read(here, token, '/v1/my-recipe?version=draft'));
    assert.equal(recipe?.minutes, '40');
    const users = items(await read(here, token, '/cms/admin/users'));
    const mei = users.find(({ username }) => username === 'mei');
    assert.equal(mei?.email, 'mei@site.example');
    assert.equal(hello?.author_id, mei?.id);
    await stop(here);
  });

  it('brings what has changed since, and nothing twice', async () => {
    writeFileSync(file, exportOf(POSTS.join('').replace('Not yet', 'Soon')));
    const said = await moveIn('--apply');
    assert.match(said, /post: 0 created, 1 updated, 4 unchanged/);
    assert.match(said, /page: 0 created, 0 updated, 2 unchanged/);
    assert.match(said, /people: 0 created, 0 updated, 1 unchanged/);
  });

  const hostile: Readonly<Record<string, [string, RegExp]>> = {
    'a document type with entities': [
      `<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss><channel><item><title>&b;</title></item></channel></rss>`,
      /document types are refused/,
    ],
    'an external entity': [
      `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><item><title>&x;</title></item></channel></rss>`,
      /document types are refused/,
    ],
    'an unknown entity': [exportOf('<item><title>&x;</title></item>'), /entity/],
    'elements without end': [exportOf(`<item>${'<a>'.repeat(100_000)}`), /deep/],
    'XML that is broken': [exportOf('<item><title></item>'), /line \d+, column \d+/],
    'other XML': ['<html><body/></html>', /does not begin with 'rss'/],
    'no XML': ['{"posts":[]}', /line 1/],
    'an entry of very many elements': [
      exportOf(`<item>${'<a/>'.repeat(500_001)}</item>`),
      /more than 500000 elements/,
    ],
  };
  for (const [what, [text, expected]] of Object.entries(hostile))
    it(`is refused with ${what}`, async () => {
      const path = join(folder, 'hostile.xml');
      writeFileSync(path, text);
      const said = await run(NAME, content, ['move-in', 'wordpress', '--from', path, '--apply'], 1);
      assert.match(said, expected);
      assert.doesNotMatch(said, /root:x:/);
    });
});
