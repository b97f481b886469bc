import { seedGroup, seedServiceUser } from '../access/accounts/seed-access.ts';
import { type Catalogue, inOrderOfReference, type ServedDefinition } from '../definitions/for-server.ts';
import type { AccessEntry } from '../definitions/project/define-access.ts';
import type { Fixture } from '../definitions/project/define-fixture.ts';
import { CannotStart } from '../errors.ts';
import type { Writes } from '../records/write/writes.ts';
import { suggestion } from '../shared/text/words.ts';
import type { FoundDefinition } from './find-defined.ts';
import { inFile } from './in-file.ts';
import type { Project } from './project.ts';
import type { SeedFiles } from './seed-files.ts';
import { seedFixture } from './seed-fixture.ts';

/** Writes the groups, service users and fixtures of a project, and prints what became of each. Throws CannotStart, naming the file. */
export async function seed(
  writes: Writes,
  { access, fixtures }: Project,
  files: SeedFiles,
  print: (line: string) => void,
): Promise<void> {
  const isGroup = ({ defined }: FoundDefinition<AccessEntry>) => 'permissions' in defined;
  for (const found of access.toSorted((one, other) => Number(isGroup(other)) - Number(isGroup(one))))
    print(`${found.name}: ${await inFile(found.file, () => seedAccess(writes, found.defined))}`);
  for (const found of inOrder(writes.catalogue, fixtures))
    print(`${found.name}: ${await inFile(found.file, () => seedRecords(writes, found.defined, files))}`);
}

async function seedAccess(writes: Writes, entry: AccessEntry): Promise<string> {
  const done = 'permissions' in entry ? await seedGroup(writes, entry) : await seedServiceUser(writes, entry);
  return { create: 'created', change: 'in step', leave: 'left alone' }[done];
}

async function seedRecords(writes: Writes, fixture: Fixture, files: SeedFiles): Promise<string> {
  const { catalogue } = writes;
  const definition = catalogue.writable(servedCollection(catalogue, fixture));
  const outcome = await seedFixture(writes, definition, fixture, files);
  return `${outcome.created} created, ${outcome.updated} updated, ${outcome.left} left alone`;
}

/** Fixtures after those whose records they may name. */
function inOrder(
  { served }: Catalogue,
  fixtures: readonly FoundDefinition<Fixture>[],
): readonly FoundDefinition<Fixture>[] {
  const order = inOrderOfReference(served).map(({ name }) => name);
  return fixtures.toSorted(
    (one, other) => order.indexOf(one.defined.collection) - order.indexOf(other.defined.collection),
  );
}

function servedCollection({ served }: Catalogue, { collection }: Fixture): ServedDefinition {
  const found = served.find(({ name }) => name === collection);
  if (found) return found;
  const names = served.map(({ name }) => name);
  throw new CannotStart(
    `there is no collection '${collection}'${suggestion(collection, names)} (allowed: ${names.join(', ')})`,
  );
}
