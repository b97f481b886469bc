// No engine changes its result: images are read before their records are written.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { file } from '../../../server/records/file.collection.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { hostileImages } from '../../support/records/hostile-images.ts';
import { kept, multipart, type Uploaded, uploadImage } from '../../support/records/uploads.ts';

/** What the thread of the event loop loads. */
const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});

const app = await freshApp();
const rules = { ...app.settings.uploadRules, types: new Set(['jpg', 'png', 'gif', 'webp', 'avif']) };
const strict = await freshApp({ uploadRules: rules });
const keeping = await freshApp({ uploadRules: { ...rules, keepsMetadata: true } });

const BYTES = 300_000;

/** Those that hold what they claim, or claim it in descriptions that are left out. */
const TAKEN = new Set([
  'EXIF segments that claim 65,535 entries',
  'markers without a length',
  'fill bytes',
  'coded data of which every byte is stuffed',
  'tables of nothing',
  'scans of nothing',
  'eXIf chunks that claim 65,535 entries',
  'empty chunks, of which every second one is kept',
  'texts that grow',
  'profiles that grow',
  'extensions without blocks',
  'comments between extensions',
  'blocks of one byte',
  'frames of one pixel',
  'EXIF chunks that claim 65,535 entries',
  'empty frames',
  'a file that claims 4 GB',
  'properties without content',
  'movies within movies',
]);

const left = async (on: typeof app) => ({
  rows: await on.server.store.reads.count(file),
  files: kept(on.folder).length,
  arriving: readdirSync(join(on.folder, 'uploads/incoming')),
});

for (const [how, on] of [
  ['is removed', strict],
  ['is kept', keeping],
] as const)
  describe(`a server where metadata ${how}`, async () => {
    await uploadImage(on);
    for (const [kind, attacks] of Object.entries(hostileImages))
      for (const [name, make] of Object.entries(attacks))
        it(`${TAKEN.has(name) ? 'takes' : 'refuses'} a ${kind} of ${name}, and answers others meanwhile`, async () => {
          const before = await left(on);
          const form = multipart([{ key: 'f', name: 'a', bytes: await make(BYTES) }]);
          const upload = on.request<readonly Uploaded[]>('POST', '/cms/file', {
            token: on.root.access,
            ...form,
          });
          const [{ status, body }, other] = await Promise.all([upload, on.nobody.get('/health/ready')]);
          assert.equal(other.status, 200);
          assert.equal(status, TAKEN.has(name) ? 200 : 400, JSON.stringify(body));
          if (status === 400) assert.deepEqual(await left(on), before);
          else assert.deepEqual((await left(on)).arriving, []);
        });
  });

it('the refusal names the file and says what is wrong, in either language', async () => {
  const bytes = await hostileImages.avif?.['a box that leads beyond the end']?.(0);
  assert.ok(bytes);
  const { body, headers } = multipart([{ key: 'f', name: 'a.avif', bytes }]);
  for (const [language, text] of [
    ['en', "The image is damaged or too large to be resized: 'a.avif' claims to hold more than it does"],
    ['zh', '图片已损坏或过大，无法缩放：“a.avif”声明的内容多于实际内容'],
  ] as const) {
    const answer = await strict.request<{ msg: string; error_code: number }>('POST', '/cms/file', {
      token: strict.root.access,
      body,
      headers: { ...headers, 'accept-language': language },
    });
    assert.deepEqual([answer.status, answer.body.error_code, answer.body.msg], [400, 10210, text]);
  }
});

after(() => {
  const readers = loaded.filter((url) =>
    /\/node_modules\/file-type\/|\/inspection\/(?!inspect\.ts)/.test(url),
  );
  assert.deepEqual(readers, [], 'the event loop reads no file');
});
