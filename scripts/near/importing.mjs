import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The test files among these that import a file, directly or not, or that name the folder of definitions in which it is. */
export function importing(tests, changed) {
  const known = new Map();
  const reaches = (file) => {
    if (file === changed) return true;
    if (known.has(file) || !existsSync(file)) return known.get(file) ?? false;
    known.set(file, false); // it may import itself by a detour
    const text = readFileSync(file, 'utf8');
    const paths = [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, path]) =>
      join(dirname(file), path),
    );
    known.set(
      file,
      namesFolder(text, dirname(changed)) || paths.some((path) => path.startsWith('test/') && reaches(path)),
    );
    return known.get(file);
  };
  return tests.filter(reaches);
}

function namesFolder(text, folder) {
  const [, kind, name] = folder.split('/');
  return (
    ['content', 'projects'].includes(kind) &&
    (text.includes(folder) ||
      text.includes(`test/${kind}/${name}/`) ||
      text.includes(`test/${kind}/${name}'`))
  );
}

/** Tells which of these test files import a source themselves. */
export function importersAmong(tests) {
  const byFile = new Map();
  for (const test of tests)
    for (const [, path] of readFileSync(test, 'utf8').matchAll(
      /^import (?!type )[^;]*? from '(\.[^']+)'/gm,
    )) {
      const file = join(dirname(test), path);
      byFile.set(file, [...(byFile.get(file) ?? []), test]);
    }
  return (file) => byFile.get(file) ?? [];
}
