import { dirname, join, resolve } from 'node:path';
import {
  type AccessTest,
  type Asserter,
  makeAsserter,
  type Statement,
} from '../../definitions/project/define-access-test.ts';
import { openTestServer } from '../../entries/open-test-app.ts';
import type { Person } from '../../entries/test-app.ts';
import { CannotStart } from '../../errors.ts';
import { type FoundDefinition, findDefined } from '../../project/find-defined.ts';
import { inFile } from '../../project/in-file.ts';
import type { Settings } from '../../settings/values.ts';
import { withoutMistakes } from '../../shared/mistakes.ts';
import { MadeUpValues } from './made-up-values.ts';
import { StatedRecords } from './stated-records.ts';
import { tryStatement } from './try-statement.ts';

/** Checks the statements of `access-tests/` on a database that is made for them and gone afterwards. Sets the exit code. */
export async function testAccess({ contentDir, localesText, uploadRules }: Settings): Promise<void> {
  const found = await findAccessTests(contentDir);
  if (found.length === 0) throw new CannotStart(`${folderOf(contentDir)} holds no access test`);
  const { server, app } = await openTestServer({
    CONTENT_DIR: contentDir,
    LOCALES: localesText,
    UPLOAD_TYPES: [...uploadRules.types].join(),
    UPLOAD_KEEP_METADATA: String(uploadRules.keepsMetadata),
  });
  const madeUp = new MadeUpValues();
  let [held, failed] = [0, 0];
  try {
    for (const { defined, file } of found) {
      const people = new Map<string, Person | undefined>([
        ['nobody', undefined],
        ['root', app.root],
      ]);
      for (const [name, permissions] of Object.entries(defined.people))
        people.set(name, await inFile(file, () => app.person(...permissions)));
      const ground = { server, app, people, types: uploadRules.types, values: defined.values ?? {} };
      const records = new StatedRecords(ground, madeUp);
      for (const statement of statementsOf({ defined, file }, assertersOf(people))) {
        const problem = await tryStatement(ground, records, statement);
        if (problem === undefined) held += 1;
        else {
          failed += 1;
          console.log(`${file}: ${wordsOf(statement)}\n  ${problem}`);
        }
      }
    }
  } finally {
    await app.close();
  }
  console.error(`${held} statements hold, ${failed} do not.`);
  if (failed > 0) process.exitCode = 1;
}

/** The access tests of a project. Throws CannotStart with the mistakes of all their files. */
export function findAccessTests(contentDir: string): Promise<FoundDefinition<AccessTest>[]> {
  let files = 0;
  return withoutMistakes((mistakes) =>
    findDefined<AccessTest>(
      folderOf(contentDir),
      { define: 'defineAccessTest', nameOf: () => String(++files) },
      mistakes,
    ),
  );
}

function folderOf(contentDir: string): string {
  return join(dirname(resolve(contentDir)), 'access-tests');
}

function assertersOf(people: ReadonlyMap<string, unknown>): Record<string, Asserter> {
  return Object.fromEntries([...people.keys()].map((name) => [name, makeAsserter(name)]));
}

/** What a file states. Throws CannotStart, with the words that a person has, where it fails. */
function statementsOf(
  { defined, file }: Pick<FoundDefinition<AccessTest>, 'defined' | 'file'>,
  people: Record<string, Asserter>,
): readonly Statement[] {
  try {
    return defined.statements(people);
  } catch (error) {
    const { never } = makeAsserter('');
    throw new CannotStart(
      `${file}: ${(error as Error).message} (people: ${Object.keys(people).join(', ')}; ` +
        `verbs: ${Object.keys(never).join(', ')}, each also after never)`,
    );
  }
}

/** The statement as it is written: `member never sees order of other`. */
function wordsOf({ person, isAllowed, verb, subject, record: { owner, field } }: Statement): string {
  const never = isAllowed ? '' : 'never ';
  const whose = owner ? ` of ${owner.name}` : '';
  return `${person} ${never}${verb} ${field === undefined ? '' : `${field} of `}${subject}${whose}`;
}
