// No engine changes its result: the log is written beside the database.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import { readableLog } from '../../server/http/edge/readable-log.ts';

/** What a log says, as text. */
function said(tell: (log: ReturnType<typeof pino>) => void): string {
  const lines: string[] = [];
  tell(
    pino(
      { level: 'trace' },
      readableLog((text) => lines.push(text)),
    ),
  );
  return lines.join('');
}

it('a line says what happened, with what is known of it, in one line', () => {
  assert.equal(
    said((log) => {
      log.warn('no console');
      log.info({ requestId: 'a-1', status: 200, path: '/v1/book' }, 'answered');
    }),
    'warning: no console\ninfo: answered (requestId a-1, status 200, path /v1/book)\n',
  );
});

it('a line shows an error and its causes with the places of the project alone', () => {
  const cause = new Error('the carrier is closed');
  cause.stack = `Error: ${cause.message}\n    at call (/shop/lib/carrier.ts:7:9)\n    at run (node:internal/x:1:1)`;
  const error = new Error('no parcel', { cause });
  error.stack = `Error: ${error.message}\n    at book (/shop/hooks.ts:3:1)\n    at hook (/shop/node_modules/quire-cms/dist/a.js:1:2)`;
  assert.equal(
    said((log) => log.error({ err: error, requestId: 'a-1' }, 'hookFailed')),
    [
      'error: hookFailed (requestId a-1)',
      '  Error: no parcel',
      '      at book (/shop/hooks.ts:3:1)',
      '  caused by: Error: the carrier is closed',
      '      at call (/shop/lib/carrier.ts:7:9)',
      '',
    ].join('\n'),
  );
});
