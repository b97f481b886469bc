import { createRequire } from 'node:module';
import manifest from '../../../package.json' with { type: 'json' };
import { CannotStart } from '../../errors.ts';

/** The packages that a project installs only if it uses them, with the versions that they may have. */
export const optionalPackages = manifest.peerDependencies;
export type OptionalPackage = keyof typeof optionalPackages;

const { resolve } = createRequire(import.meta.url);

/** Whether a package is installed. */
export function isInstalled(name: string): boolean {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** The command that installs an optional package, in a version that fits. */
export function howToInstall(name: OptionalPackage): string {
  return `npm install ${name}@${optionalPackages[name].replace('^', '')}`;
}

/** Throws CannotStart where a package is not installed that a setting, or something else that is named, needs. */
export function requireInstalled(name: OptionalPackage, neededBy: string): void {
  if (!isInstalled(name))
    throw new CannotStart(
      `${neededBy}: needs the package ${name}, which is not installed; run: ${howToInstall(name)}`,
    );
}
