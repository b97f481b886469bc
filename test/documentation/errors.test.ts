import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { errorTable } from '../../server/errors.ts';
import { dialects } from '../../server/http/dialects/all.ts';
import type { Dialect } from '../../server/http/dialects/dialect.ts';
import { failures as english } from '../../server/messages/en/failures.ts';
import { failures as chinese } from '../../server/messages/zh/failures.ts';
import { fileProblems } from '../../server/messages/zh/file-problems.ts';
import { problems } from '../../server/messages/zh/problems.ts';
import { requestProblems } from '../../server/messages/zh/request-problems.ts';
import { advice } from './advice.ts';

const PAGE = new URL('../../docs/reference/errors.md', import.meta.url);

function pageOf(): string {
  const said: Readonly<Record<string, string>> = english;
  const originals: Readonly<Record<string, string>> = chinese;
  const [, ...others] = dialects;
  const rows = errorTable.map(([key, [status, code]]) => {
    const told = others.map((dialect: Dialect) => {
      const own: Readonly<Record<string, number>> = dialect.statuses ?? {};
      const codes: Readonly<Record<string, number>> = dialect.codes;
      return `${codes[key] ?? code}${own[key] === undefined ? '' : `, status ${own[key]}`}`;
    });
    return `| \`${key}\` | ${[status, code, ...told, said[key], originals[key], advice[key]].join(' | ')} |`;
  });
  const problemCodes = [problems, requestProblems, fileProblems].flatMap(Object.keys);
  return `# Errors

Generated from the error table: \`UPDATE_PAGES=1 node --test test/documentation/errors.test.ts\`.

The sentence follows \`Accept-Language\`; programs decide by the status and the code.

| key | status | code | ${others.map(({ base }) => `on \`${base}\``).join(' | ')} | English | Chinese | what to do |
|---|---|---|${'---|'.repeat(others.length)}---|---|---|
${rows.join('\n')}

## Codes of fields

A refused request (400) on \`/v1\` has \`fields: { <path>: { code, message, allowed? } }\`. Of more than
20 allowed values, \`allowed\` names the first 20 and \`allowed_count\` counts all. These are the codes;
\`refused\` is the code of a hook's own words.

${problemCodes.map((code) => `- \`${code}\``).join('\n')}
`;
}

test('docs/reference/errors.md lists every failure and every code of a field', () => {
  if (process.env.UPDATE_PAGES) writeFileSync(PAGE, pageOf());
  assert.equal(readFileSync(PAGE, 'utf8'), pageOf());
});
