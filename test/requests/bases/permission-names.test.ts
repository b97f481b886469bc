import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

// By which names clients of each base read permissions.

const app = await freshApp();
const member = await app.granted('book.delete');
const { items: groups } = (await app.root.get('/api/cms/admin/group')).body as {
  items: { id: number; level: number }[];
};
const group = groups.at(-1)?.id;

const paths: readonly (readonly [path: string, who: Pick<typeof member, 'get'>])[] = [
  ['/cms/user/auths', member],
  ['/cms/user/permissions', member],
  [`/cms/admin/group/${group}`, app.root],
  ['/cms/admin/groups', app.root],
];

describe('names of permissions', () => {
  for (const [path, who] of paths)
    for (const [base, language, wanted] of [
      ['/api', 'en', /"Delete books"/],
      ['/api', 'zh', /"删除图书"/],
      ['/api', undefined, /"Delete books"/],
      ['', 'en', /"删除图书"/],
      ['', undefined, /"删除图书"/],
      ['/lin2', 'en', /"删除图书"/],
      ['/lin3', 'en', /"删除图书"/],
    ] as const)
      it(`GET ${base}${path.replace(/\d+$/, '{id}')} in ${language ?? 'no language'}`, async () => {
        const headers = language === undefined ? {} : { 'accept-language': language };
        const { status, text } = await who.get(`${base}${path}`, { headers });
        assert.equal(status, 200, text);
        assert.match(text, wanted);
        assert.equal(/Delete books/.test(text) && /删除图书/.test(text), false);
      });
});
