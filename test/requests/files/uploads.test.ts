import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { file as fileRecord } from '../../../server/records/file.collection.ts';
import { revision } from '../../../server/records/write/revision.collection.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { image, kept, multipart, type Part, type Uploaded, upload } from '../../support/records/uploads.ts';

const app = await freshApp({
  language: 'en',
  uploadRules: {
    maxFileBytes: 20_000,
    maxTotalBytes: 50_000,
    maxFiles: 4,
    quotaBytes: 10_000_000,
    quotaFiles: 1000,
    resumeMs: 3_600_000,
    types: new Set(['png', 'jpg', 'pdf']),
    keepsMetadata: false,
    addressMs: 60_000,
    thumbnailWidths: [],
    imageSizes: new Map(),
  },
});
const member = await app.person();

const post = (parts: readonly Part[], token = member.access) =>
  app.request('POST', '/cms/file', { token, ...multipart(parts) });
const records = async (word: string) => {
  const query = new URLSearchParams({ keyword: word, count: '100' });
  return app.root.read<{ items: { message: string; username: string }[] }>(`/cms/log/search?${query}`);
};

describe('an upload', () => {
  it('needs a signed-in user', async () => {
    const form = multipart([{ key: 'file', name: 'a.png', bytes: await image() }]);
    const asks = { nobody: undefined, member: member.access, root: app.root.access };
    for (const [who, token] of Object.entries(asks)) {
      const answer = await app.request('POST', '/cms/file', {
        ...form,
        ...(token !== undefined && { token }),
      });
      assert.equal(answer.status, who === 'nobody' ? 401 : 200, who);
    }
  });

  it('is answered as a bare array, each file with its form field', async () => {
    const [png, jpg] = [await image('png', 40, 30), await image('jpeg', 16, 9)];
    const items = await upload(
      app,
      member.access,
      { key: 'file_0', name: '头像.png', bytes: png },
      { key: 'note', bytes: 'passed over' },
      { key: 'file_1', name: 'b.jpg', bytes: jpg },
    );
    assert.equal(items.length, 2);
    const [first, second] = items as [Uploaded, Uploaded];
    assert.deepEqual(Object.keys(first), 'id key path url type name extension size width height'.split(' '));
    assert.deepEqual(
      { ...first, id: 0, path: '', url: '' },
      {
        id: 0,
        key: 'file_0',
        path: '',
        url: '',
        type: 'LOCAL',
        name: '头像.png',
        extension: '.png',
        size: png.length,
        width: 40,
        height: 30,
      },
    );
    assert.equal(first.url, `https://quire.test/assets/${first.path}`);
    assert.deepEqual([second.key, second.extension, second.width, second.height], ['file_1', '.jpg', 16, 9]);
  });

  it('has the type of its content, whatever its name, and need not be flawless', async () => {
    const png = await image();
    const [item] = await upload(app, member.access, {
      key: 'file',
      name: 'avatar.jpg',
      bytes: png.subarray(0, png.length - 2),
    });
    assert.deepEqual([item?.extension, item?.width, item?.size], ['.png', 40, png.length - 2]);
    const served = await app.nobody.get(`/assets/${item?.path}`);
    assert.equal(served.headers['content-type'], 'image/png');
  });

  it('of contents that are there already is a file of its own, and is logged', async () => {
    const bytes = await image();
    const [first] = await upload(app, app.root.access, { key: 'a', name: 'first.png', bytes });
    const both = await upload(
      app,
      member.access,
      { key: 'b', name: 'again.png', bytes },
      { key: 'c', name: 'twice.png', bytes },
    );
    assert.deepEqual(
      both.map(({ key, name }) => [key, name]),
      [
        ['b', 'again.png'],
        ['c', 'twice.png'],
      ],
    );
    const all = [first, ...both];
    assert.equal(new Set(all.map((one) => one?.id)).size, 3);
    assert.equal(new Set(all.map((one) => one?.path.slice(0, 65))).size, 3);
    const logged = (await records(`Files ${first?.id}`)).items.map(({ username }) => username);
    assert.deepEqual(logged, ['root']);
  });

  it('leaves a revision that says who made the record', async () => {
    const [item] = await upload(app, member.access, { key: 'a', name: 'a.png', bytes: await image() });
    const { reads } = app.server.store;
    const history = await reads.where(revision, (select) =>
      select.where('collection', '=', 'quire_file').where('record_id', '=', BigInt(item?.id ?? 0)),
    );
    assert.deepEqual(
      history.map(({ action, user_id }) => [action, user_id]),
      [['create', BigInt(member.id)]],
    );
  });

  it('may have names of any kind', async () => {
    const names = [
      '../../etc/passwd',
      'C:\\\\x\\\\y.png',
      '<script>.png',
      'a\u0000b',
      '',
      '长'.repeat(400),
      '%00.png',
    ];
    for (const name of names) {
      const [item] = await upload(app, member.access, { key: 'toString', name, bytes: await image() });
      assert.match(item?.path ?? '', /^[0-9a-f]{2}\/[0-9a-f]{62}-[0-9a-f]{8}\.png$/, name);
      assert.ok([...(item?.name ?? '')].length <= 255);
    }
  });
});

describe('the server refuses, and keeps nothing of,', async () => {
  const png = await image();
  const html = '<html><script>alert(1)</script></html>';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  const file = (bytes: Buffer | string, name = 'a.png') => ({ key: 'file', name, bytes });
  const large = async () => file(Buffer.concat([await image(), Buffer.alloc(14_000)]));
  const cases: Record<string, [parts: () => Promise<Part[]>, status: number, code: number]> = {
    'a form without files': [async () => [{ key: 'a', bytes: 'b' }], 400, 10033],
    'a form without parts': [async () => [], 400, 10033],
    HTML: [async () => [file(html)], 406, 10130],
    SVG: [async () => [file(svg, 'a.svg')], 406, 10130],
    'a script': [async () => [file('#!/bin/sh\nid', 'a.jpg')], 406, 10130],
    'an empty file': [async () => [file('')], 406, 10130],
    'a program': [
      async () => [file(Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(600)]))],
      406,
      10130,
    ],
    'a type that is not on the list': [async () => [file(await image('gif'))], 406, 10130],
    'a good file beside a bad one': [async () => [file(png), file(html)], 406, 10130],
    'a file too large': [
      async () => [file(Buffer.concat([png, Buffer.alloc(20_001 - png.length)]))],
      413,
      10110,
    ],
    'files too large together': [async () => [await large(), await large(), await large()], 413, 10111],
    'too many files': [async () => Array.from({ length: 5 }, () => file(png)), 413, 10121],
    'too many fields': [
      async () => Array.from({ length: 200 }, () => ({ key: 'a', bytes: 'b' })),
      413,
      10121,
    ],
  };
  for (const [what, [parts, status, code]] of Object.entries(cases)) {
    it(what, async () => {
      const before = kept(app.folder);
      const answer = await post(await parts());
      assert.deepEqual([answer.status, answer.body.error_code], [status, code], answer.text);
      assert.deepEqual(kept(app.folder), before);
    });
  }

  it('any body that is not multipart', async () => {
    const types: Record<string, string> = {
      'application/json': '{"stream":{}}',
      'text/plain': 'x',
      'multipart/form-data': 'no boundary',
      'multipart/form-data; boundary=': 'x',
      'multipart/mixed; boundary=x': 'x',
    };
    for (const [type, body] of Object.entries(types)) {
      const answer = await member.post('/cms/file', body, { headers: { 'content-type': type } });
      assert.deepEqual([answer.status, answer.body.error_code], [400, 10030], `${type} ${answer.text}`);
    }
  });
});

it('exactly as much as is allowed is taken', async () => {
  const fill = async (size: number) => Buffer.concat([await image(), Buffer.alloc(size)]).subarray(0, size);
  const sizes = [20_000, 10_000, 10_000, 10_000];
  const parts = await Promise.all(
    sizes.map(async (size) => ({ key: 'f', name: 'a.png', bytes: await fill(size) })),
  );
  assert.equal((await upload(app, member.access, ...parts)).length, 4);
});

describe('deleting a file', () => {
  it('needs its permission', async () => {
    const granted = await app.granted('file.delete');
    for (const [token, status] of [
      [undefined, 401],
      [member.access, 401],
      [granted.access, 200],
      [app.root.access, 200],
    ] as const) {
      const [item] = await upload(app, member.access, { key: 'a', name: 'a.png', bytes: await image() });
      const answer = await app.request(
        'DELETE',
        `/cms/file/${item?.id}`,
        token === undefined ? {} : { token },
      );
      assert.equal(answer.status, status, answer.text);
      const served = await app.nobody.get(`/assets/${item?.path}`);
      assert.equal(served.status, status === 200 ? 404 : 200);
    }
  });

  it('answers 10026 for an unknown file', async () => {
    const answer = await app.root.delete('/cms/file/999999');
    assert.deepEqual([answer.status, answer.body.error_code], [404, 10026]);
  });

  it('leaves another upload of the same contents alone', async () => {
    const part = { key: 'a', name: 'a.png', bytes: await image() };
    const [first] = await upload(app, member.access, part);
    const [second] = await upload(app, member.access, part);
    await app.root.done(`DELETE /cms/file/${first?.id}`);
    assert.equal((await app.nobody.get(`/assets/${second?.path}`)).status, 200);
    assert.equal((await app.nobody.get(`/assets/${first?.path}`)).status, 404);
  });

  it('while the same is uploaded again and again takes one record alone, with its bytes', async () => {
    const token = app.root.access;
    for (let round = 0; round < 5; round += 1) {
      const part = { key: 'a', name: 'a.png', bytes: await image() };
      const [first] = await upload(app, member.access, part);
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 8 }, () => post([part, part]))),
        Promise.all(Array.from({ length: 3 }, () => app.as(token).delete(`/cms/file/${first?.id}`))),
      ]);
      const paths = new Set<string>();
      for (const { status, body } of answers) {
        assert.equal(status, 200);
        for (const { path } of body as unknown as Uploaded[]) paths.add(path);
      }
      const served = await Promise.all([...paths].map((path) => app.nobody.get(`/assets/${path}`)));
      const there = served.filter(({ status }) => status === 200);
      assert.equal(there.length, 16);
      for (const { bytes } of there) assert.deepEqual(bytes, part.bytes);
      const { reads } = app.server.store;
      const living = await reads.count(fileRecord, (select) => select.where('path', 'in', [...paths]));
      assert.equal(living, there.length);
    }
  });
});
