// `quire/client`: what `quire client` writes, for programs that build a front end.
import { builtInRecords } from '../built-in-records.ts';
import { makeCatalogue } from '../definitions/catalogue.ts';
import { writeClient } from '../features/client/write-client.ts';
import { loadProject } from '../project/project.ts';

/** The typed client for the project with this folder of records: TypeScript in one file, without dependencies. Throws CannotStart. */
export async function clientFor(contentDir = './content'): Promise<string> {
  const { records, routes } = await loadProject(contentDir);
  return writeClient(
    makeCatalogue([...builtInRecords, ...records]),
    routes.map(({ defined }) => defined),
  );
}
