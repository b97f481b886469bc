import { catalogueWith } from '../../built-in-collections.ts';
import type { CommandHost } from '../../module/commands/command.ts';
import { loadProject } from '../../project/project.ts';
import { readSettings } from '../../settings.ts';

export const readAll: CommandHost['project'] = async (mayBeEmpty = false) => {
  const settings = readSettings();
  const project = await loadProject(settings.contentDir, settings.locales, mayBeEmpty);
  return { settings, catalogue: catalogueWith(project.collections, settings.locales) };
};
