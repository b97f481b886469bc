// No engine changes its result: what is read is what routes answer, which is tested on every engine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import { settingsFrom } from '../../../server/settings.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { image, upload } from '../../support/records/uploads.ts';

const { uploadRules } = settingsFrom({ QUIRE_SECRET: 'abcdefgh'.repeat(4) });
const app = await freshApp({
  ...{ contentDir: 'test/content/search', mcp: true, language: 'en' },
  locales: readLocales('en,de') ?? [],
  uploadRules: { ...uploadRules, types: new Set(['png', 'txt']) },
});
const { program, makeKey } = keysOf(app);
const robot = await program();
const reader = app.as((await makeKey(robot.owner.id, { read_only: true })).key);
const narrow = app.as((await makeKey(robot.owner.id, { records: ['post'] })).key);

const dot = await image('png', 4, 3);
const uploaded = async (name: string, bytes: Buffer | string) => {
  const [one] = await upload(app, robot.key, { key: name, name, bytes });
  return one?.id ?? assert.fail('nothing was uploaded');
};
const article = await app.root.make('/v1/article', { title: 'On herons', note: 'hidden words' });
const hidden = await app.root.make('/v1/article', { title: 'of root', status: 'hidden' });
const memo = await app.root.make('/v1/memo', { text: 'of root' });
const note = await uploaded('heron.txt', 'Herons stand still.');
const picture = await uploaded('dot.png', dot);

interface Answer {
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: {
    readonly resources?: { readonly uri: string }[];
    readonly resourceTemplates?: { readonly uriTemplate: string }[];
    readonly contents?: Content[];
    readonly prompts?: { readonly name: string; readonly arguments: { readonly name: string }[] }[];
    readonly messages?: { readonly content: { readonly text?: string; readonly resource?: Content } }[];
    readonly completion?: { readonly values: string[] };
  };
}
interface Content {
  readonly uri: string;
  readonly mimeType: string;
  readonly text?: string;
  readonly blob?: string;
  readonly _meta: object;
}

async function ask(agent: Pick<Client, 'post'>, method: string, params: object = {}): Promise<Answer> {
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
  const { text } = await agent.post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, { headers });
  const [line = text] = /\{.*\}/.exec(text) ?? [];
  return JSON.parse(line);
}
const read = (agent: Pick<Client, 'post'>, uri: string) => ask(agent, 'resources/read', { uri });

describe('the resources of an agent', () => {
  for (const [who, agent, has, lacks] of [
    ['a writer', robot, ['article', 'post'], ['memo', 'quire_user']],
    ['a reader', reader, ['article', 'post'], ['memo', 'quire_user']],
    ['a key for one collection', narrow, ['post'], ['article', 'memo', 'quire_user']],
  ] as const)
    it(`are those that ${who} may read`, async () => {
      const { result } = await ask(agent, 'resources/list');
      const listed = result?.resources?.map(({ uri }) => uri) ?? [];
      for (const name of has) assert.ok(listed.includes(`quire://collection/${name}`), name);
      for (const name of lacks) assert.ok(!listed.includes(`quire://collection/${name}`), name);
    });

  it('have addresses of three forms', async () => {
    const { result } = await ask(robot, 'resources/templates/list');
    assert.deepEqual(
      result?.resourceTemplates?.map(({ uriTemplate }) => uriTemplate),
      ['quire://collection/{collection}/{id}', 'quire://search/{words}', 'quire://file/{id}'],
    );
  });

  it('are read as data', async () => {
    for (const [uri, words] of [
      ['quire://collection/article', /"name":"article"/],
      [`quire://collection/article/${article}`, /On herons/],
      ['quire://search/herons', /On herons/],
      [`quire://file/${note}`, /Herons stand still/],
    ] as const) {
      const { result } = await read(robot, uri);
      const [content] = result?.contents ?? [];
      assert.match(content?.text ?? '', words, uri);
      assert.doesNotMatch(content?.text ?? '', /hidden words/);
      assert.deepEqual([content?.uri, content?._meta], [uri, { 'quire/holds': 'data' }]);
    }
  });

  it('hold the bytes of a picture', async () => {
    const { result } = await read(robot, `quire://file/${picture}`);
    const [content] = result?.contents ?? [];
    assert.equal(content?.mimeType, 'image/png');
    assert.equal(content?.blob, dot.toString('base64'));
  });

  for (const [what, uri] of [
    ['a record that is not there', () => 'quire://collection/article/999999'],
    ['a record that it does not see', () => `quire://collection/article/${hidden}`],
    ['a collection that it may not read', () => `quire://collection/memo/${memo}`],
    ['a collection that is not there', () => 'quire://collection/nothing'],
    ['accounts', () => 'quire://collection/quire_user/1'],
    ['another route', () => 'quire://collection/article/1%2Fhistory'],
    ['a longer address', () => 'quire://collection/article/1/history'],
    ['a file that is not there', () => 'quire://file/999999'],
    ['a path of a file', () => 'quire://file/..%2F..%2Fcms%2Fuser'],
    ['another scheme', () => 'file:///etc/passwd'],
    ['an address of the web', () => 'http://127.0.0.1/'],
    ['nothing', () => ''],
    ['letters that cannot be decoded', () => 'quire://collection/%E0%A4%A'],
  ] as const)
    it(`do not hold ${what}`, async () => {
      const { error, result } = await read(robot, uri());
      assert.equal(result, undefined);
      assert.ok([-32_002, -32_602].includes(error?.code ?? 0), JSON.stringify(error));
    });

  it('do not hold what another key may not read', async () => {
    const { error } = await read(narrow, `quire://collection/article/${article}`);
    assert.ok(error);
    assert.doesNotMatch(JSON.stringify(await read(narrow, 'quire://search/herons')), /On herons/);
  });

  it('are refused where they are too long', async () => {
    const long = await uploaded('long.txt', Buffer.alloc((1 << 20) + 1, 'a'));
    assert.match((await read(robot, `quire://file/${long}`)).error?.message ?? '', /1048576/);
    const many = await uploaded('many.txt', Buffer.alloc(200_000, 'b'));
    assert.match((await read(robot, `quire://file/${many}`)).error?.message ?? '', /100000/);
    const far = await read(robot, `quire://search/${'x'.repeat(20_000)}`);
    assert.ok(far.error);
  });
});

describe('the prompts of an agent', () => {
  const fill = (name: string, given: object) => ask(robot, 'prompts/get', { name, arguments: given });

  it('are those that it has the tools for', async () => {
    const named = async (agent: Pick<Client, 'post'>) =>
      (await ask(agent, 'prompts/list')).result?.prompts?.map(({ name }) => name);
    assert.deepEqual(await named(robot), ['write_record', 'translate_record', 'review_proposal']);
    assert.deepEqual(await named(reader), []);
    assert.ok((await ask(reader, 'prompts/get', { name: 'review_proposal', arguments: { id: '1' } })).error);
  });

  it('say what a person gave, and show what it is about as data', async () => {
    const written = await fill('write_record', { collection: 'article', about: 'storks' });
    assert.match(written.result?.messages?.[0]?.content.text ?? '', /article[\s\S]*storks/);
    const translated = await fill('translate_record', {
      collection: 'article',
      id: String(article),
      locale: 'de',
    });
    const [said, shown] = translated.result?.messages ?? [];
    assert.match(said?.content.text ?? '', /de/);
    assert.match(shown?.content.resource?.text ?? '', /On herons/);
    assert.deepEqual(shown?.content.resource?._meta, { 'quire/holds': 'data' });
    const reviewed = await fill('review_proposal', { id: '7' });
    assert.match(reviewed.result?.messages?.[0]?.content.text ?? '', /7/);
  });

  for (const [what, name, given, words] of [
    ['an unknown prompt', 'nothing', {}, /write_record/],
    ['what is missing', 'write_record', { collection: 'article' }, /about/],
    [
      'a collection that it may not write',
      'write_record',
      { collection: 'quire_user', about: 'x' },
      /article/,
    ],
    ['too much', 'write_record', { collection: 'article', about: 'x'.repeat(6000) }, /about/],
    ['an object', 'review_proposal', { id: { toString: 1 } }, /id/],
  ] as const)
    it(`refuse ${what}`, async () => {
      const { error, result } = await fill(name, given);
      assert.equal(result, undefined);
      assert.match(error?.message ?? '', words);
    });

  for (const [collection, id] of [
    ['article', hidden],
    ['memo', memo],
  ] as const)
    it(`show no ${collection} that it does not see`, async () => {
      const { error, result } = await fill('translate_record', { collection, id: String(id), locale: 'de' });
      assert.equal(result, undefined);
      assert.doesNotMatch(JSON.stringify(error), /of root/);
    });

  for (const [argument, begun, values] of [
    ['collection', 'art', ['article']],
    ['collection', 'quire', []],
    ['about', 'a', []],
    ['constructor', '', []],
  ] as const)
    it(`complete ${argument} from ${begun || 'nothing'}`, async () => {
      const { result } = await ask(robot, 'completion/complete', {
        ref: { type: 'ref/prompt', name: 'write_record' },
        argument: { name: argument, value: begun },
      });
      assert.deepEqual(result?.completion?.values, values);
    });
});
