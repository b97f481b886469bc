// `quire-cms/client`: what `quire client` writes, for programs that build a front end.
import { catalogueWith } from '../built-in-records.ts';
import { localesForm, readLocales } from '../definitions/locales.ts';
import { CannotStart } from '../errors.ts';
import { writeClient } from '../features/client/write-client.ts';
import { loadProject } from '../project/project.ts';

/**
 * The typed client for the project with this folder of records: TypeScript in one file, without dependencies. `locales` is the
 * value of the setting LOCALES. Throws CannotStart.
 */
export async function clientFor(contentDir = './content', locales = ''): Promise<string> {
  const declared = readLocales(locales);
  if (!declared) throw new CannotStart(`LOCALES: '${locales}' cannot be used; allowed: ${localesForm}`);
  const { records, routes } = await loadProject(contentDir, declared);
  return writeClient(
    catalogueWith(records, declared),
    routes.map(({ defined }) => defined),
  );
}
