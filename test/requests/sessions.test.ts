import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { administration, INVALID, WELCOME } from '../support/administration.ts';
import { claimsOf, freshApp } from '../support/fresh-app.ts';
import { ownSession } from '../support/session.ts';

const app = await freshApp();
const { auths } = administration(app);
const { refresh } = ownSession(app);
const sessionsOf = (token: string) =>
  app.send<{ id: number; current: boolean }[]>('GET', '/cms/user/sessions', { token });

describe('refreshing', () => {
  it('replaces both tokens, which are good for what they say only', async () => {
    const { refresh: first } = await app.person();
    const { status, body } = await refresh(first);
    assert.equal(status, 200);
    assert.notEqual(body.refresh_token, first);
    assert.deepEqual(await auths(body.access_token), WELCOME);
    assert.deepEqual(await auths(body.refresh_token), INVALID);
    assert.equal((await refresh(body.access_token)).status, 422);
    assert.equal((await refresh(body.refresh_token)).status, 200);
  });
  it('gives parallel refreshes the same successor', async () => {
    const { refresh: first } = await app.person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 1);
    assert.equal(new Set(answers.map(({ body }) => body.access_token)).size, 1);
    assert.equal((await refresh(answers[0]?.body.refresh_token ?? '')).status, 200);
  });
  it('ends the session where a replaced token comes back after the grace time', async () => {
    const { refresh: first } = await app.person();
    const { body } = await refresh(first);
    const [session = ''] = String(claimsOf(first).session).split('.');
    await app.behind('update quire_session set refreshed_time = refreshed_time - 6000 where id = ?', session);
    const answer = await refresh(first);
    assert.deepEqual([answer.status, answer.body.error_code], INVALID);
    assert.deepEqual(await auths(body.access_token), INVALID);
    assert.equal((await refresh(body.refresh_token)).status, 422);
  });
  it('ends the session where a token of two generations ago comes back, even at once', async () => {
    const { refresh: first } = await app.person();
    const second = (await refresh(first)).body.refresh_token;
    const third = (await refresh(second)).body;
    assert.equal((await refresh(first)).status, 422);
    assert.deepEqual(await auths(third.access_token), INVALID);
  });
  it('tells no token and nonsense apart', async () => {
    const none = await app.request('GET', '/cms/user/refresh');
    assert.deepEqual([none.status, none.body.error_code], [401, 10000]);
    assert.equal((await refresh('nonsense')).status, 422);
  });
});

describe('signing out', () => {
  it('ends this session and no other', async () => {
    const person = await app.person();
    const other = await app.signIn(person.username);
    assert.equal((await app.request('POST', '/cms/user/logout', { token: person.access })).status, 200);
    assert.deepEqual(await auths(person.access), INVALID);
    assert.equal((await refresh(person.refresh)).status, 422);
    assert.deepEqual(await auths(other.access), WELCOME);
  });
});

describe('sessions', () => {
  it('are listed and ended by their owner alone', async () => {
    const person = await app.person();
    const stranger = await app.person();
    const other = await app.signIn(person.username);
    const mine = await sessionsOf(person.access);
    assert.equal(mine.length, 2);
    assert.equal(mine.filter(({ current }) => current).length, 1);
    assert.doesNotMatch(JSON.stringify(mine), /token|generation/);
    const id = mine.find(({ current }) => !current)?.id;
    for (const token of [stranger.access, app.root.access]) {
      const answer = await app.request('DELETE', `/cms/user/sessions/${id}`, { token });
      assert.equal(answer.status, 404);
    }
    assert.deepEqual(await auths(other.access), WELCOME);
    await app.send('DELETE', `/cms/user/sessions/${id}`, { token: person.access });
    assert.deepEqual(await auths(other.access), INVALID);
    assert.deepEqual(await auths(person.access), WELCOME);
    assert.equal((await sessionsOf(person.access)).length, 1);
  });
});
