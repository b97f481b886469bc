import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { finishStepUp, isRequested, withStepUp } from '../src/api/step-up.ts';

const refusal =
  (code: number, status = 403) =>
  () =>
    Response.json({ code }, { status });
const done = () => new Response('done');
const texts = () => new Response('no JSON', { status: 403 });
/** Answers one after the other, and counts. */
function server(...answers: (() => Response)[]) {
  const count = { sent: 0 };
  return { count, send: async () => (answers[count.sent++] ?? done)() };
}
const wait = () =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

describe('requests that need a proof first', () => {
  for (const [what, answer] of [
    ['another refusal', refusal(10301)],
    ['no refusal', refusal(10302, 200)],
    ['no JSON', texts],
  ] as const)
    it(`do not ask after ${what}`, async () => {
      const { send, count } = server(answer);
      assert.equal((await withStepUp('POST', send)).status, answer().status);
      assert.deepEqual([count.sent, isRequested('proof'), isRequested('factor')], [1, false, false]);
    });

  for (const [stepUp, code] of [
    ['proof', 10302],
    ['factor', 10303],
  ] as const)
    it(`wait for the ${stepUp}, all together, and are sent again`, async () => {
      const [one, two] = [server(refusal(code)), server(refusal(code))];
      const answers = [withStepUp('POST', one.send), withStepUp('GET', two.send)];
      await wait();
      assert.deepEqual(
        [isRequested(stepUp), isRequested(stepUp === 'proof' ? 'factor' : 'proof')],
        [true, false],
      );
      finishStepUp(stepUp, true);
      assert.deepEqual(
        (await Promise.all(answers)).map(({ status }) => status),
        [200, 200],
      );
      assert.deepEqual([one.count.sent, two.count.sent, isRequested(stepUp)], [2, 2, false]);
    });

  it('are sent again at once if the proof came while they were on the way', async () => {
    const slow = Promise.withResolvers<Response>();
    let sent = 0;
    const late = withStepUp('POST', () => (sent++ === 0 ? slow.promise : Promise.resolve(done())));
    const other = withStepUp('POST', server(refusal(10302)).send);
    await wait();
    finishStepUp('proof', true);
    await other;
    slow.resolve(refusal(10302)());
    assert.deepEqual([(await late).status, sent, isRequested('proof')], [200, 2, false]);
  });

  it('fail when the user declines; reads do not ask again, writes do', async () => {
    const refused = withStepUp('POST', server(refusal(10303)).send);
    await wait();
    finishStepUp('factor', false);
    assert.equal((await refused).status, 403);
    assert.equal((await withStepUp('GET', server(refusal(10303)).send)).status, 403);
    const again = withStepUp('POST', server(refusal(10303)).send);
    await wait();
    assert.equal(isRequested('factor'), true);
    finishStepUp('factor', true);
    assert.equal((await again).status, 200);
    finishStepUp('factor', true); // nobody waits
  });
});
