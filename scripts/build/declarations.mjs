import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Writes the declarations of these sources and of all that theirs refer to; below `folder` they lie as below `root`. */
export function writeDeclarations(root, folder, sources) {
  const project = fileURLToPath(new URL('tsconfig.json', root));
  const { config } = ts.readConfigFile(project, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(project));
  const program = ts.createProgram(sources, {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: fileURLToPath(root),
    outDir: fileURLToPath(folder),
  });
  const needed = new Set(sources);
  for (const source of needed)
    for (const { path, text } of declarationsOf(program, source)) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      for (const imported of importsOf(text)) needed.add(join(dirname(source), imported));
    }
}

/** Throws if the compiler cannot declare what a source exports. */
function declarationsOf(program, source) {
  const written = [];
  const file = program.getSourceFile(source);
  const { diagnostics } = program.emit(file, (path, text) => written.push({ path, text }), undefined, true);
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost({})));
  return written;
}

/** Examples in comments may import what is no source of ours, such as components. */
function importsOf(declarations) {
  return declarations.matchAll(/(?:\bfrom |\bimport\()["'](\.[^"']+\.ts)["']/g).map(([, path]) => path);
}
