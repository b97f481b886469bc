/**
 * What `quire client` writes, for programs that build a front end.
 *
 * @module quire-cms/client
 */
import { catalogueWith } from '../built-in-collections.ts';
import { writeClient } from '../client/write-client.ts';
import { localesForm, readLocales } from '../definitions/locales.ts';
import { CannotStart } from '../errors.ts';
import { loadProject } from '../project/project.ts';
import { readProjectFile } from '../settings/project-file.ts';

/**
 * The typed client for the project with this folder of collections: TypeScript in one file, without dependencies. `locales` is the
 * value of the setting LOCALES; if it is left out, that of `quire.json`. Throws CannotStart.
 */
export async function clientFor(
  contentDir = './content',
  locales = readProjectFile(contentDir).LOCALES ?? '',
): Promise<string> {
  const declared = readLocales(locales);
  if (!declared) throw new CannotStart(`LOCALES: '${locales}' cannot be used; allowed: ${localesForm}`);
  const { collections, routes } = await loadProject(contentDir, declared);
  return writeClient(
    catalogueWith(collections, declared),
    routes.map(({ defined }) => defined),
  );
}
