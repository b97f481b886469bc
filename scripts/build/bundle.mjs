import { rolldown } from 'rolldown';
import { ownFiles } from './own-files.mjs';
import { requiredInside } from './required-inside.mjs';

/**
 * Writes the sources `input` as JavaScript, each under its name there: Quire's own modules and the packages that every start
 * loads, in few files that load quickly. The packages `external` stay packages. Returns the folders of those inside.
 */
export async function bundle(input, external, folder) {
  const build = await rolldown({
    input,
    platform: 'node',
    external: (specifier) => specifier.startsWith('node:') || external.has(packageOf(specifier)),
    plugins: [ownFiles, requiredInside],
    checks: { bundlerTimings: false }, // a slow machine is no fault of the sources
    onLog(_level, log, handle) {
      handle('error', log);
    },
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    assetFileNames: '[name]-[hash][extname]',
  });
  await build.close();
  return new Set(output.flatMap(({ moduleIds = [] }) => moduleIds.flatMap(folderOf)));
}

/** The folder of the package that a module is of; none for Quire's own. */
function folderOf(module) {
  const [, above, path] = /^(.*\/node_modules\/)(.*)$/.exec(module) ?? [];
  return path === undefined ? [] : [above + packageOf(path)];
}

/** The package of a specifier or of a path below node_modules. */
function packageOf(path) {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/');
}
