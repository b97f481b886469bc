import { builtInCollections } from '../built-in-collections.ts';
import { type Catalogue, catalogueOf, soundDefinitions } from '../definitions/for-server.ts';
import { requireMailer } from '../mail/transport.ts';
import { isSwitchedOn, type Module } from '../module/index.ts';
import { modules } from '../modules.ts';
import { requireSoundRules, requireSoundViews } from '../records/index.ts';
import type { Settings } from '../settings/values.ts';
import { type OptionalPackage, requireInstalled, withoutMistakes } from '../shared/index.ts';
import { checkNames } from './known-names.ts';
import { checkPanels, checkParts } from './known-parts.ts';
import { checkPermissions } from './known-permissions.ts';
import { checkPlugins } from './known-plugins.ts';
import { type Project, readProjectFiles } from './project.ts';

/**
 * Reads a project and checks all that needs no database, because a first start that fails later loses the password of root.
 * Throws CannotStart with all mistakes: what cannot be used is left out, and the rest is checked nevertheless. A project without
 * collections is one, unless `mayBeEmpty`.
 */
export function readProject(
  settings: Settings,
  mayBeEmpty = false,
): Promise<{ readonly project: Project; readonly catalogue: Catalogue }> {
  return withoutMistakes(async (mistakes) => {
    await mistakes.attempt(
      () => settings.uploadBucket && requireInstalled('@aws-sdk/client-s3', 'UPLOAD_STORE'),
    );
    await mistakes.attempt(() => settings.loginCaptcha && requireInstalled('sharp', 'LOGIN_CAPTCHA'));
    for (const module of modules.filter((one) => isSwitchedOn(one, settings)))
      for (const [name, setting] of packagesOf(module))
        await mistakes.attempt(() => requireInstalled(name, setting));
    const project = await readProjectFiles(settings.contentDir, settings.locales, mistakes, mayBeEmpty);
    await mistakes.attempt(() => sendsMails(project) && requireMailer(settings));
    checkPlugins(project, settings, mistakes);
    const sound = soundDefinitions([...builtInCollections, ...project.collections], mistakes);
    const catalogue = catalogueOf(sound, settings.locales);
    await mistakes.attempt(() => requireSoundRules(catalogue));
    await mistakes.attempt(() => requireSoundViews(catalogue));
    await checkNames(catalogue, project, mistakes);
    await checkPermissions(catalogue, project, settings, mistakes);
    checkPanels(catalogue, project, mistakes);
    checkParts(catalogue, project, mistakes);
    return { project, catalogue };
  });
}

/** Whether the project or a plug-in of it has mails to send. */
function sendsMails({ mail, plugins }: Project): boolean {
  return (
    mail.length > 0 ||
    plugins.some(({ defined: { isolated } }) => Object.keys(isolated?.manifest.needs.mails ?? {}).length > 0)
  );
}

function packagesOf({ packages = {} }: Module): [OptionalPackage, setting: string][] {
  return Object.entries(packages) as [OptionalPackage, string][]; // the type names these alone
}
