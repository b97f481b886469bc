// No engine changes its result: what a start loads beside the driver is the same for each.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { launchSources, start, stop } from '../support/server-process.ts';

/** What only some requests or settings need: each would make every start longer. */
const LATER = [
  ...['@aws-sdk/client-s3', 'nodemailer', 'openid-client', '@simplewebauthn/server', 'mysql2', 'pg', 'sharp'],
  ...['sanitize-html', 'markdown-it', 'transliteration', 'csv-parse', 'file-type', 'svg-captcha', 'otpauth'],
  ...['@fastify/swagger', '@zxcvbn-ts/language-common', 'prom-client', '@opentelemetry/api', 'graphql'],
  ...['node:internal/deps/undici/undici', 'node:internal/webstreams/readablestream'],
];

it('loads when it starts only what every server needs', async () => {
  const tell = new URL('../support/tell-loaded.mjs', import.meta.url);
  const settings = {
    CONTENT_DIR: 'test/content/harbour',
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${tell}`,
  };
  const server = await start('loads', settings, launchSources);
  assert.equal(await stop(server), 0);
  const loaded = server.said().split('\n');
  assert.ok(loaded.includes('fastify'));
  assert.deepEqual(
    LATER.filter((one) => loaded.includes(one)),
    [],
  );
});
