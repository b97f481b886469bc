import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer as collect } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createDeflateRaw } from 'node:zlib';
import fc from 'fast-check';
import { file } from '../../../server/records/file.collection.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { image, kept, multipart, type Uploaded } from '../../support/records/uploads.ts';
import { until } from '../../support/until.ts';

const app = await freshApp();
const office = await freshApp({
  uploadRules: { ...app.settings.uploadRules, types: new Set(['docx', 'zip']) },
});

let port: number;
/** The answers to what came over a connection; each is ended when its request has been handled, even if nobody is left to read it. */
const answers: ServerResponse[] = [];
before(async () => {
  app.server.app.server.on('request', (_, answer) => answers.push(answer));
  await app.server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.app.server.address() as AddressInfo).port;
});

const form = async (bytes?: Buffer) =>
  multipart([
    { key: 'note', bytes: 'a field' },
    { key: 'one', name: 'one.png', bytes: bytes ?? (await image()) },
    { key: 'two', name: 'two.jpg', bytes: await image('jpeg') },
  ]);
const records = () => app.server.store.reads.count(file);

/** Begins an upload on a connection of its own, of which `sent` bytes are sent. */
async function begin(
  body: Buffer,
  headers: Record<string, string>,
  sent: number,
  as = app.root.access,
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = {
    ...headers,
    authorization: `Bearer ${as}`,
    'content-length': String(body.length),
    host: '127.0.0.1',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /cms/file HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(body.subarray(0, sent));
  return socket;
}

/** What lies where uploads arrive, folders as well. */
const arriving = () => readdirSync(join(app.folder, 'uploads/incoming'));

describe('nothing is left', () => {
  it('of an upload that breaks off, wherever it does', async () => {
    await app.request('POST', '/cms/file', { token: app.root.access, ...(await form()) });
    const [files, count] = [kept(app.folder), await records()];
    const { body, headers } = await form();
    const shares = [0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999];
    for (const share of shares) {
      const socket = await begin(body, headers, Math.floor(body.length * share));
      await wait(20);
      socket.destroy();
    }
    await until(() => answers.length === shares.length && answers.every((answer) => answer.writableEnded));
    assert.deepEqual(arriving(), []);
    assert.deepEqual(kept(app.folder), files);
    assert.equal(await records(), count);
  });

  it('of a body that was cut or damaged, unless it is whole all the same', async () => {
    const { body, headers } = await form();
    const damage = fc.record({
      cut: fc.option(fc.nat(body.length)),
      bytes: fc.array(fc.tuple(fc.nat(body.length - 1), fc.nat(255)), { maxLength: 8 }),
      extra: fc.uint8Array({ maxLength: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ cut, bytes, extra }) => {
        const damaged = Buffer.concat([body.subarray(0, cut ?? body.length), extra]);
        for (const [place, value] of bytes) if (place < damaged.length) damaged[place] = value;
        const files = kept(app.folder);
        const answer = await app.root.post('/cms/file', damaged, { headers });
        if (answer.status !== 200) assert.deepEqual(kept(app.folder), files);
        assert.deepEqual(arriving(), []);
      }),
      { numRuns: 150 },
    );
  });

  it('of an upload whose sender lost the right to it on the way', async () => {
    const { access } = await app.person();
    const files = kept(app.folder);
    const { body, headers } = await form();
    const socket = await begin(body, headers, 500, access);
    await until(() => arriving().length > 0);
    await app.as(access).done('POST /cms/user/logout');
    socket.write(body.subarray(500));
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /^HTTP\/1\.1 422 /);
    socket.destroy();
    assert.deepEqual(kept(app.folder), files);
  });
});

it('who sends too much hears so while still sending, and the connection goes on', async () => {
  const { body, headers } = await form(Buffer.concat([await image(), Buffer.alloc(8_000_000)]));
  for (let turn = 0; turn < 3; turn += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/cms/file`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${app.root.access}` },
      body,
      signal: AbortSignal.timeout(60_000),
    });
    assert.equal(answer.status, 413);
    assert.equal(((await answer.json()) as { error_code: number }).error_code, 10110);
  }
});

it('parallel uploads of equal contents make a record each', async () => {
  const before = kept(app.folder).length;
  const count = await records();
  const sent = await form();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      app.send<Uploaded[]>('POST', '/cms/file', { token: app.root.access, ...sent }),
    ),
  );
  assert.equal(new Set(answers.flatMap((items) => items.map(({ id }) => id))).size, 40);
  assert.equal(await records(), count + 40);
  assert.equal(kept(app.folder).length, before + 40);
});

/** An archive of one compressed file, which tells a size of its own choice for what it holds. */
async function archiveOf(name: string, chunks: readonly Buffer[], told: number): Promise<Buffer> {
  const packed = await collect(Readable.from(chunks).pipe(createDeflateRaw()));
  const common = Buffer.alloc(26); // from the version to the length of the extra field
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(told, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
  const entry = [Buffer.from('PK\x01\x02\x14\0'), common, Buffer.alloc(14), Buffer.from(name)];
  const directory = Buffer.concat(entry);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, directory, Buffer.from('PK\x05\x06'), end]);
}

describe('archives and office files are recognised, and neither unpacked nor read', () => {
  const TYPES = '[Content_Types].xml';
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const types = (before: string) =>
    Buffer.from(`<?xml version="1.0"?>${before}<Types><Override ContentType="${word}"/></Types>`);
  const zeros = Buffer.alloc(1_000_000);
  const BOMB = 400 * zeros.length;
  let asked = 0;
  const outside = createServer((_, answer) => {
    asked += 1;
    answer.end();
  });
  before(async () => {
    outside.listen(0, '127.0.0.1');
    await once(outside, 'listening');
  });
  after(() => outside.close());
  const upload = async (bytes: Buffer) => {
    const { body, headers } = multipart([{ key: 'a', name: 'a.docx', bytes }]);
    return office.request<readonly Uploaded[]>('POST', '/cms/file', {
      token: office.root.access,
      body,
      headers,
    });
  };

  it('also where they name something elsewhere', async () => {
    const { port: other } = outside.address() as AddressInfo;
    const entity = `<!DOCTYPE Types [<!ENTITY % x SYSTEM "http://127.0.0.1:${other}/x"> %x;]>`;
    const content = types(entity);
    const { status, body } = await upload(await archiveOf(TYPES, [content], content.length));
    assert.deepEqual([status, body[0]?.extension, asked], [200, '.docx', 0]);
  });

  for (const [what, told] of [
    ['that say how large they are', BOMB],
    ['that say they are small', 1000],
  ] as const)
    it(`also bombs ${what}`, async () => {
      const bomb = await archiveOf(TYPES, Array<Buffer>(BOMB / zeros.length).fill(zeros), told);
      const most = process.resourceUsage().maxRSS;
      const { status } = await upload(bomb);
      assert.ok([200, 406].includes(status));
      assert.ok(process.resourceUsage().maxRSS - most < 200_000, 'less than 200 MB of memory');
    });
});
