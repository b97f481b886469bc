// No engine changes its result: bodies are read in the process.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { boundedStream } from '../../server/http/project/raw-body.ts';

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
