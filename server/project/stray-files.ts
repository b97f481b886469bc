import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { moduleFiles } from '../definitions/find-definitions.ts';
import { nearestWord } from '../shared/text/words.ts';
import type { Project } from './project.ts';

const FOLDERS = [
  'routes',
  'jobs',
  'mail',
  'panels',
  'console',
  'access',
  'access-tests',
  'fixtures',
  'migrations',
];
const DEFINES =
  /^export .*\bdefine(Collection|Route|Job|Mail|Panel|HomePanel|Control|Cell|Action|Tab|Page|Group|ServiceUser|AccessTest|Fixture|Migration)\(/m;

/** Files with definitions in a place that is never loaded: in a subfolder, or in a folder with a misspelled name. */
export function strayFiles({ root, contentDir }: Project): string[] {
  const isPackage = (folder: string) => existsSync(join(root, folder, 'package.json')); // as the console in a clone
  const folders = [basename(contentDir), ...FOLDERS].filter((folder) => !isPackage(folder));
  const below = folders.flatMap((folder) =>
    inside(join(root, folder)).map((one) => [`${folder}/${one}`, folder]),
  );
  const misnamed = inside(root).flatMap((name) => {
    const nearest = folders.includes(name) ? undefined : nearestWord(name, folders);
    return nearest === undefined ? [] : [[name, nearest]];
  });
  return [...below, ...misnamed].flatMap(([folder = '', right = '']) =>
    moduleFiles(join(root, folder))
      .filter((file) => DEFINES.test(readFileSync(file, 'utf8')))
      .map((file) => `${file} is not read: only files directly in ${right}/ are.`),
  );
}

/** The folders in a folder; none if it is not there. */
function inside(folder: string): string[] {
  try {
    const found = readdirSync(folder, { withFileTypes: true });
    return found.flatMap((one) => (one.isDirectory() ? one.name : []));
  } catch {
    return [];
  }
}
