// No engine changes its result: bodies are read in the process.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../server/errors.ts';
import { boundedStream, readBytes } from '../../server/http/project/raw-body.ts';
import { message } from '../../server/messages/message.ts';

it('a body that its handler reads slowly leaves no listeners behind', async () => {
  const chunks = Array.from({ length: 40 }, () => Buffer.alloc(100_000));
  const stream = boundedStream(Readable.from(chunks), 5_000_000);
  let [bytes, most] = [0, 0];
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    most = Math.max(most, stream.listenerCount('close'), stream.listenerCount('drain'));
    await setImmediate();
  }
  assert.equal(bytes, 4_000_000);
  assert.ok(most < 5, `${most} listeners`);
});

describe('the bytes of a body', () => {
  for (const bytes of [0, 1, 99, 100])
    it(`are all there if they are ${bytes} of at most 100`, async () => {
      const sent = Buffer.from(Array.from({ length: bytes }, (_, index) => index));
      const body = Readable.from([sent.subarray(0, 40), sent.subarray(40)]);
      assert.deepEqual(await readBytes(body, 100), sent);
    });

  for (const chunks of [[101], [100, 1], [40, 40, 40]])
    it(`are refused if they are ${chunks.join(' + ')} of at most 100, and the limit is named`, async () => {
      const body = Readable.from(chunks.map((bytes) => Buffer.alloc(bytes)));
      await assert.rejects(readBytes(body, 100), (error) => {
        assert.ok(error instanceof AppError);
        assert.deepEqual([error.key, error.detail], ['bodyTooLarge', message('atMostBytes', { max: 100 })]);
        return true;
      });
    });

  for (const none of [undefined, null, {}])
    it(`are none where the body is ${JSON.stringify(none)}`, async () =>
      assert.equal((await readBytes(none, 100)).length, 0));

  it('are not there if the client breaks off', async () => {
    const body = new PassThrough();
    body.write(Buffer.alloc(10));
    const read = readBytes(body, 100);
    body.destroy(new Error('gone'));
    await assert.rejects(read, { message: 'gone' });
  });
});

describe('a body that is too large', () => {
  const SLACK = 1_048_576;
  /** Sends so many bytes after those that are allowed; answers how many were taken, and whether the connection was cut. */
  const send = async (excess: number) => {
    const body = new PassThrough({ highWaterMark: 16_384 });
    const stream = boundedStream(body, 100);
    const failed = once(stream, 'error');
    body.write(Buffer.alloc(101)); // one byte of excess
    await failed;
    let taken = 1;
    for (; taken < excess && !body.destroyed; taken += Math.min(8192, excess - taken)) {
      body.write(Buffer.alloc(Math.min(8192, excess - taken)));
      await setImmediate();
    }
    if (!body.destroyed) body.end();
    await setImmediate();
    return { taken, isCut: body.destroyed && !body.readableEnded };
  };

  it('is read to its end, so that the client reads the answer', async () => {
    for (const excess of [1, 100_000, SLACK + 1])
      assert.deepEqual(await send(excess), { taken: excess, isCut: false });
  });

  it('is cut off where it goes on after that', async () => {
    assert.equal((await send(SLACK + 2)).isCut, true);
    const { taken, isCut } = await send(50 * SLACK);
    assert.deepEqual([isCut, taken < SLACK + 20_000], [true, true], `${taken} bytes were taken`);
  });

  it('ends no process if it breaks off while it is skipped', async () => {
    const body = new PassThrough();
    const stream = boundedStream(body, 100);
    body.write(Buffer.alloc(101));
    await once(stream, 'error');
    body.destroy(new Error('gone'));
    await new Promise((done) => body.once('close', done)); // an error that nobody takes would fail this file
  });

  it('is skipped as well where nobody reads what was allowed of it', async () => {
    const body = new PassThrough();
    const stream = boundedStream(body, 100);
    body.end(Buffer.alloc(200_000));
    await once(body, 'end');
    assert.equal(stream.destroyed, true);
  });
});
