import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { allFailures } from '../../server/failures.ts';
import { codeIn, statusIn } from '../../server/http/dialects/bodies.ts';
import { lin2 } from '../../server/http/dialects/lin2.ts';
import { lin3 } from '../../server/http/dialects/lin3.ts';
import { specification } from '../../server/http/dialects/specification.ts';
import { render } from '../../server/messages/message.ts';
import { fileProblems } from '../../server/messages/zh/file-problems.ts';
import { problems } from '../../server/messages/zh/problems.ts';
import { requestProblems } from '../../server/messages/zh/request-problems.ts';
import { advice } from './advice.ts';

/** What features say is wrong with input. */
const problemsOfFeatures = await Promise.all(
  globSync('server/features/*/messages/zh.ts')
    .sort()
    .map(async (file) => {
      const texts: { problems?: object } = await import(`../../${file}`);
      return texts.problems ?? {};
    }),
);
const PAGE = new URL('../../docs/reference/errors.md', import.meta.url);

function pageOf(): string {
  const adviceOf: Readonly<Record<string, string>> = advice;
  const records = allFailures.map((failure) => {
    const { key, status, code, sentence } = failure;
    const specified = statusIn(specification, failure);
    const told = [lin2, lin3].map((dialect) => {
      const own = statusIn(dialect, failure);
      return `${codeIn(dialect, failure)}${own === specified ? '' : `, status ${own}`}`;
    });
    const said = [render(sentence, 'en'), render(sentence, 'zh')];
    const cells = [status, specified, code, ...told, ...said, failure.advice ?? adviceOf[key]];
    return `| \`${key}\` | ${cells.join(' | ')} |`;
  });
  const problemCodes = [problems, requestProblems, fileProblems, ...problemsOfFeatures].flatMap(Object.keys);
  return `# Errors

Generated from the error table: \`UPDATE_PAGES=1 node --test test/documentation/errors.test.ts\`.

The \`type\` of a [problem](api.md#failures) is \`urn:quire:error:\` and the key, such as
\`urn:quire:error:recordNotFound\`. It is a name, not an address: the same on every server, in every
version. Programs decide by it or by the status; the sentence follows \`Accept-Language\`.

The first status is that of \`/api\`, where \`badParameters\` is 422 for the body, and 400 where a
parameter or a header is refused. The second is that of the other [bases](bases.md), whose clients
decide by the status and the code.

| key | on \`/api\` | on \`/\` | code | on \`/lin2\` | on \`/lin3\` | English | Chinese | what to do |
|---|---|---|---|---|---|---|---|---|
${records.join('\n')}

## Codes of fields

A refused request has \`errors: [{ pointer, code, detail, allowed? }]\`; on \`/\`, below \`/v1\`, it
has \`fields: { <path>: { code, message, allowed? } }\`. Of more than 20 allowed values, \`allowed\`
names the first 20 and \`allowed_count\` counts all. These are the codes; \`refused\` is the code of
a hook's own words.

${problemCodes.map((code) => `- \`${code}\``).join('\n')}
`;
}

test('docs/reference/errors.md lists every failure and every code of a field', () => {
  if (process.env.UPDATE_PAGES) writeFileSync(PAGE, pageOf());
  assert.equal(readFileSync(PAGE, 'utf8'), pageOf());
});
