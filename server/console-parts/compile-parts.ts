import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { OutputChunk, RolldownOutput } from 'rolldown';
import { CannotStart } from '../errors.ts';
import { requireInstalled } from '../shared/system/optional-packages.ts';
import { givenModules } from './given-modules.ts';
import { vueFiles } from './vue-files.ts';

/** What browsers load of a file that defines parts. */
export interface PartFiles {
  readonly script: string;
  readonly style: string | null;
}

/** Compiled parts. */
export interface CompiledParts {
  /** By the file that defines them. */
  readonly entries: ReadonlyMap<string, PartFiles>;
  /** The content of each file, whose name is a hash of it. */
  readonly files: ReadonlyMap<string, string>;
  /** All files that they were made from. */
  readonly sources: readonly string[];
}

/** The browsers that the console is built for. */
const BROWSERS = ['chrome123', 'firefox128', 'safari17.5'];

/** Compiles the files that define parts, with what they import. Throws CannotStart with what is wrong. */
export async function compileParts(root: string, definitions: readonly string[]): Promise<CompiledParts> {
  for (const name of ['rolldown', 'vue'] as const) requireInstalled(name, 'console/');
  const styles = new Map<string, string>();
  const output = await bundled(root, [...new Set(definitions)], styles);
  const chunks = new Map(output.filter((one) => one.type === 'chunk').map((one) => [one.fileName, one]));
  const files = new Map([...chunks].map(([name, { code }]) => [name, code]));
  const entries = new Map<string, PartFiles>();
  for (const chunk of chunks.values()) {
    if (!chunk.isEntry || chunk.facadeModuleId === null) continue;
    const css = styleOf(chunk, chunks, styles);
    const style = css === '' ? null : `${hashOf(css)}.css`;
    if (style !== null) files.set(style, css);
    entries.set(chunk.facadeModuleId, { script: chunk.fileName, style });
  }
  const modules = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds);
  const sources = [...modules, ...styles.keys(), ...definitions].filter(isAbsolute);
  return { entries, files, sources: [...new Set(sources)].sort() };
}

async function bundled(
  root: string,
  input: readonly string[],
  styles: Map<string, string>,
): Promise<RolldownOutput['output']> {
  const { rolldown } = await import('rolldown');
  try {
    const build = await rolldown({
      input: [...input],
      cwd: root,
      platform: 'browser',
      plugins: [givenModules, vueFiles(root, styles)],
      moduleTypes: { '.svg': 'dataurl', '.png': 'dataurl', '.webp': 'dataurl' },
      transform: { target: BROWSERS, define: { 'process.env.NODE_ENV': '"production"' } },
      checks: { bundlerTimings: false },
      onLog(_level, log, handle) {
        handle('error', log); // what it only warns of, such as a missing import, would fail in the browser
      },
    });
    try {
      const { output } = await build.generate({
        format: 'esm',
        minify: true,
        entryFileNames: '[hash:16].js',
        chunkFileNames: '[hash:16].js',
      });
      return output;
    } finally {
      await build.close();
    }
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    throw new CannotStart(`console/: ${plainText(text)}`, { cause });
  }
}

/** Without the colours of a terminal. */
function plainText(text: string): string {
  const ESCAPE = String.fromCharCode(27);
  return text.replaceAll(new RegExp(`${ESCAPE}\\[[0-9;]*m`, 'g'), '').trim();
}

/** The styles of all modules that a file loads, at once or later. */
function styleOf(
  entry: OutputChunk,
  chunks: ReadonlyMap<string, OutputChunk>,
  styles: ReadonlyMap<string, string>,
): string {
  const seen = new Set<OutputChunk>();
  const visit = (chunk: OutputChunk | undefined) => {
    if (!chunk || seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) visit(chunks.get(name));
  };
  visit(entry);
  const modules = [...seen].flatMap(({ moduleIds }) => moduleIds);
  return modules.flatMap((id) => styles.get(id) ?? []).join('\n');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
