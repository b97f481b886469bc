import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { triedCaptcha } from '../../../server/http/users/captcha.collection.ts';
import { makeCaptchaTags } from '../../../server/http/users/captchas.ts';
import { openServer } from '../../../server/start.ts';
import { BASES } from '../../support/bases.ts';
import { freshApp, PASSWORD, type Tokens } from '../../support/fresh-app.ts';

const app = await freshApp();
// Two servers on one database, as two processes would be.
const asking = await Promise.all([1, 2].map(() => openServer({ ...app.settings, loginCaptcha: true })));
const [one, other] = asking as [(typeof asking)[number], (typeof asking)[number]];
after(() => Promise.all(asking.map((server) => server.close())));
const tags = makeCaptchaTags([app.secret]);

async function post(server: typeof one, path: string, payload: object, tag?: string) {
  const headers = tag === undefined ? {} : { tag };
  const answer = await server.app.inject({ method: 'POST', url: path, payload, headers });
  return { status: answer.statusCode, body: answer.json<Partial<Tokens & { tag: string; image: string }>>() };
}
const logIn = (server: typeof one, tag: string | undefined, captcha: unknown, password = PASSWORD) =>
  post(server, '/cms/user/login', { username: 'root', password, captcha }, tag);
const refused = { status: 403, code: 10260 };
const outcome = ({ status, body }: Awaited<ReturnType<typeof post>>) => ({ status, code: body.error_code });

describe('switched off', () => {
  it('there is none, on either base', async () => {
    for (const base of BASES)
      assert.deepEqual(await app.nobody.done(`POST ${base}/cms/user/captcha`, {}), {
        tag: null,
        image: null,
      });
  });

  it('whatever is sent is passed over', async () => {
    for (const captcha of [undefined, null, '', 'wrong', 7, ['x'], {}])
      for (const headers of [{}, { tag: 'wrong' }]) {
        const body = { username: 'root', password: PASSWORD, captcha };
        const answer = await app.nobody.post('/cms/user/login', body, { headers });
        assert.equal(answer.status, 200, answer.text);
      }
  });
});

describe('switched on', () => {
  it('a picture of 80 by 40 comes with a tag, and neither tells its text', async () => {
    const { status, body } = await post(one, '/cms/user/captcha', {});
    const { tag = '', image = '' } = body;
    const { text = '' } = tags.read(tag, Date.now()) ?? {};
    assert.equal(status, 200);
    assert.match(text, /^[A-Z0-9]{4}$/);
    const [, base64 = ''] = /^data:image\/png;base64,([\w+/=]+)$/.exec(image) ?? [];
    const bytes = Buffer.from(base64, 'base64');
    const { format, width, height } = await sharp(bytes).metadata();
    assert.deepEqual([format, width, height], ['png', 80, 40]);
    assert.ok(!bytes.includes(text));
    for (const part of tag.split('.')) assert.ok(!Buffer.from(part, 'base64url').includes(text));
  });

  it('who reads it may sign in, at any server, in any case', async () => {
    for (const write of [(text: string) => text, (text: string) => ` ${text.toLowerCase()} `]) {
      const { tag, text } = tags.make(Date.now());
      const { status, body } = await logIn(other, tag, write(text));
      assert.equal(status, 200);
      assert.ok(body.access_token);
    }
  });

  it('the password counts all the same', async () => {
    const { tag, text } = tags.make(Date.now());
    assert.deepEqual(outcome(await logIn(one, tag, text, 'wrong password')), { status: 401, code: 10031 });
  });

  it('who does not read it is refused', async () => {
    const { tag, text } = tags.make(Date.now());
    const [nonce = '', time = '', signature = ''] = tag.split('.');
    const expired = tags.make(Date.now() - 300_000);
    const foreign = makeCaptchaTags(['another secret of thirty-two bytes']).make(Date.now());
    const cases: Record<string, [string | undefined, unknown]> = {
      'no tag': [undefined, text],
      'an empty tag': ['', text],
      'nonsense for a tag': ['x.y.z', text],
      'an expired tag': [expired.tag, expired.text],
      'a tag made longer-lived': [`${nonce}.${Number(time) + 1}.${signature}`, text],
      'a tag of another nonce': [`${'A'.repeat(22)}.${time}.${signature}`, text],
      'a tag without its signature': [`${nonce}.${time}.${'A'.repeat(43)}`, text],
      'a tag of another secret': [foreign.tag, foreign.text],
      'a long tag': ['x'.repeat(8000), text],
      'the tag for a text': [tag, tag],
    };
    for (const [what, [sent, read]] of Object.entries(cases))
      assert.deepEqual(outcome(await logIn(one, sent, read)), refused, what);
    for (const read of [undefined, null, '', 'WRONG', 7, [text], { text }, `${text}X`])
      assert.deepEqual(outcome(await logIn(one, tags.make(Date.now()).tag, read)), refused, String(read));
  });

  it('each is good for one try, at one server', async () => {
    const used = tags.make(Date.now());
    assert.equal((await logIn(one, used.tag, used.text)).status, 200);
    assert.deepEqual(outcome(await logIn(other, used.tag, used.text)), refused);
    const failed = tags.make(Date.now());
    assert.deepEqual(outcome(await logIn(one, failed.tag, 'WRONG')), refused);
    assert.deepEqual(outcome(await logIn(one, failed.tag, failed.text)), refused, 'no second guess');
  });

  it('of many tries at once one counts', async () => {
    const { tag, text } = tags.make(Date.now());
    const tries = Array.from({ length: 10 }, (_, turn) => logIn(turn % 2 ? one : other, tag, text));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array(9).fill(403)]);
  });

  it('one network cannot keep them from all others', async () => {
    const ask = (remoteAddress: string) =>
      one.app.inject({ method: 'POST', url: '/cms/user/captcha', payload: {}, remoteAddress });
    const [greedy, others] = await Promise.all([
      Promise.all(Array.from({ length: 100 }, () => ask('192.0.2.1'))),
      Promise.all(Array.from({ length: 4 }, (_, index) => ask(`198.51.100.${index}`))),
    ]);
    const statuses = new Set(greedy.map(({ statusCode }) => statusCode));
    assert.deepEqual([...statuses].sort(), [200, 429]);
    for (const { statusCode } of others) assert.equal(statusCode, 200);
  });

  it('what was tried is forgotten when it has expired', async () => {
    await app.behind('update quire_tried_captcha set expire_time = 1');
    const { tag, text } = tags.make(Date.now());
    await logIn(one, tag, text);
    assert.equal(await one.store.reads.count(triedCaptcha), 1);
  });
});
