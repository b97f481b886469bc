import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineFailures, defineMessages } from '../../server/definitions/index.ts';
import { CannotStart } from '../../server/errors.ts';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';

// The texts and failures of a plug-in, as clients of each base read them.

const contentDir = projectOf({
  'shop.ts': `
export const say = defineMessages('shop', {
  en: { odd: ({ title }: { title: string }) => \`'\${title}' is odd\`, tags: 'Shop' },
  zh: { odd: ({ title }) => \`“\${title}”不合适\`, tags: '商店' },
});
export const failures = defineFailures('shop', {
  soldOut: { status: 410, code: 20410, text: { en: 'Everything is sold', zh: '已售完' } },
  closed: { status: 409, text: { en: 'The shop is closed', zh: '商店已打烊' } },
});`,
  'plugins.ts': `
import { failures, say } from './shop.ts';
const item = (name: string) => defineCollection({
  name, label: { en: name, zh: name }, path: \`/v1/\${name}\`, audit: 'full', fields: { title: text({ max: 80 }) },
  access: { read: everyone, create: login, update: login, delete: login },
  hooks: {
    async beforeCreate({ values, records }) {
      if (values.title === 'odd') refuse(say('odd', { title: 'odd' }), 'title');
      if (values.title === 'late') fail(failures.closed, say('odd', { title: 'late' }));
      if (name === 'crate') await records.create('item', { title: values.title });
      return undefined;
    },
  },
});
export default [definePlugin({
  name: 'shop',
  collections: [item('item'), item('crate')],
  routes: [defineRoute({
    method: 'POST', path: '/v1/shop/buy', label: { en: 'Buy', zh: '买' }, module: say('tags'), access: login,
    async handle({ records }) { await records.create('item', { title: 'half' }); fail(failures.soldOut); },
  })],
})];`,
});
const app = await freshApp({ contentDir });
const inEnglish = { headers: { 'accept-language': 'en' } };

describe('a failure of a plug-in', () => {
  for (const [base, wanted] of [
    ['/api', { type: 'urn:quire:error:shop.soldOut', title: 'Everything is sold', status: 410, code: 20410 }],
    ['', { code: 20410, message: 'Everything is sold' }],
    ['/lin3', { code: 20410, message: 'Everything is sold' }],
    ['/lin2', { error_code: 20410, msg: 'Everything is sold' }],
  ] as const)
    it(`has its status, type and words on '${base}', and undoes the work`, async () => {
      const { status, body } = await app.root.post(`${base}/v1/shop/buy`, {}, inEnglish);
      const { request: _, instance: __, ...told } = body;
      assert.deepEqual([status, told], [410, wanted]);
      assert.deepEqual(await app.root.list('/v1/item'), []);
    });

  it('speaks the language of the caller, with its detail', async () => {
    const headers = { 'accept-language': 'zh' };
    const { status, body } = await app.root.post('/api/v1/item', { title: 'late' }, { headers });
    assert.deepEqual(
      [status, body.title, body.detail, body.code],
      [409, '商店已打烊', '“late”不合适', 10064],
    );
  });

  it('passes through the hook that caused the write', async () => {
    const { body } = await app.root.post('/api/v1/crate', { title: 'late' }, inEnglish);
    assert.equal(body.type, 'urn:quire:error:shop.closed');
  });
});

describe('a text of a plug-in', () => {
  it('gives a refused field its code', async () => {
    const { status, body } = await app.root.post('/api/v1/item', { title: 'odd' }, inEnglish);
    assert.equal(status, 422);
    assert.deepEqual(body.errors, [{ pointer: '#/title', code: 'shop.odd', detail: "'odd' is odd" }]);
  });
});

describe('what is wrong with texts and failures is said where they are defined', () => {
  const text = { en: 'Sold', zh: '售完' };
  for (const [what, define, problem] of [
    [
      'a text that a language lacks',
      () => defineMessages('shop', { en: { a: 'A', b: 'B' }, zh: { a: '甲' } as never }),
      /'b' has no text in zh/,
    ],
    ['an empty text', () => defineMessages('shop', { en: { a: '' }, zh: { a: '甲' } }), /'en' must be texts/],
    ['no owner', () => defineMessages('', { en: {}, zh: {} }), /'owner' must be lower-case words/],
    ['a status of success', () => defineFailures('shop', { a: { status: 200, text } }), /'status' must be/],
    ['a sign-out', () => defineFailures('shop', { a: { status: 401, text } }), /but 401/],
    [
      'one language',
      () => defineFailures('shop', { a: { status: 409, text: { en: 'Sold' } as never } }),
      /'text' must be a text in each language \(zh, en\)/,
    ],
    [
      'an unknown option',
      () => defineFailures('shop', { a: { status: 409, text, codes: 1 } as never }),
      /failure 'shop\.a': a failure has no option 'codes'; did you mean 'code'/,
    ],
  ] as const)
    it(what, () =>
      assert.throws(define, (error) => {
        assert.ok(error instanceof CannotStart);
        assert.match(error.message, problem);
        return true;
      }),
    );
});
