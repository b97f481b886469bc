import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { AppError } from '../../server/errors.ts';
import { receiveBody, receiveFile } from '../../server/features/transfer/receive-file.ts';
import { temporaryFolder } from '../support/test-database.ts';

const folder = temporaryFolder();
const failing = () =>
  Readable.from(
    (async function* () {
      yield Buffer.from('{"id":1}\n');
      throw new Error('the statement is too complex');
    })(),
  );

it('a body that breaks off is told to its client as incomplete', async () => {
  const received = receiveBody(failing(), join(folder, 'body'), 1000);
  await assert.rejects(received, (error) => error instanceof AppError && error.status === 400);
});

it('a failure of the server is never told as one of the client', async () => {
  const received = receiveFile(failing(), join(folder, 'rows'), 1000);
  await assert.rejects(received, { name: 'Error', message: 'the statement is too complex' });
});
