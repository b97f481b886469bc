import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectOf } from './project-of.ts';

/** The package of an isolated plug-in. */
export interface IsolatedPackage {
  readonly needs: object;
  /** Files beside `package.json`; `index.ts` is the main module. */
  readonly files: Readonly<Record<string, string>>;
  readonly version?: string;
}

/** A project with these files and isolated plug-ins; answers its content folder. */
export function isolatedProject(
  packages: Readonly<Record<string, IsolatedPackage>>,
  files: Readonly<Record<string, string>> = {},
): string {
  const list = Object.keys(packages).map(
    (name) => `isolatedPlugin(new URL('./isolated/${name}/', import.meta.url))`,
  );
  const contentDir = projectOf({
    'plugins.ts': `import { isolatedPlugin } from 'quire-cms';\nexport default [${list.join(', ')}];`,
    ...files,
  });
  for (const [name, made] of Object.entries(packages))
    writePackage(join(dirname(contentDir), 'isolated', name), name, made);
  return contentDir;
}

/** Writes a package into a folder. */
function writePackage(
  folder: string,
  name: string,
  { needs, files, version = '1.0.0' }: IsolatedPackage,
): void {
  const manifest = { name, version, type: 'module', main: './index.ts', quire: needs };
  const all = { 'package.json': JSON.stringify(manifest), ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}
