import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Plugin } from 'rolldown';
import type * as Compiler from 'vue/compiler-sfc';

/** Compiles `.vue` files, and takes styles out of scripts: they are collected by the module that imports them. */
export function vueFiles(root: string, styles: Map<string, string>): Plugin {
  return {
    name: 'quire:vue-files',
    async load(id) {
      if (!id.endsWith('.css')) return null;
      styles.set(id, await readFile(id, 'utf8'));
      return { code: '', moduleType: 'js', moduleSideEffects: true };
    },
    async transform(source, id) {
      if (!id.endsWith('.vue')) return null;
      const { code, style } = compileFile(await loadCompiler(), source, relative(root, id));
      if (style !== '') styles.set(id, style);
      return { code, moduleType: 'ts', map: null };
    },
  };
}

const loadCompiler = (): Promise<typeof Compiler> => import('vue/compiler-sfc');

/** The script and the styles of a component. Throws with the place of what is wrong. */
function compileFile(compiler: typeof Compiler, source: string, file: string) {
  const { descriptor, errors } = compiler.parse(source, { filename: file });
  refuse(file, errors);
  if (!descriptor.script && !descriptor.scriptSetup) throw new Error(`${file}: has no <script setup>`);
  const id = createHash('sha256').update(file).digest('hex').slice(0, 8);
  const isScoped = descriptor.styles.some(({ scoped }) => scoped);
  const compiled = compiler.compileScript(descriptor, {
    id,
    isProd: true,
    inlineTemplate: true,
    genDefaultAs: 'component',
    // What is hoisted may become markup that is inserted as a whole, in which the policy of the console allows no styles.
    templateOptions: {
      scoped: isScoped,
      id,
      compilerOptions: { hoistStatic: false, scopeId: isScoped ? `data-v-${id}` : null },
    },
  });
  const scope = isScoped ? `component.__scopeId = 'data-v-${id}';\n` : '';
  const code = `${compiled.content}\n${scope}export default component;\n`;
  return { code, style: descriptor.styles.map((style) => styleOf(compiler, style, file, id)).join('\n') };
}

function styleOf(
  compiler: typeof Compiler,
  { content, scoped = false, lang = 'css' }: Compiler.SFCStyleBlock,
  file: string,
  id: string,
): string {
  if (lang !== 'css') throw new Error(`${file}: <style lang="${lang}"> cannot be compiled; allowed: CSS`);
  const { code, errors } = compiler.compileStyle({
    source: content,
    filename: file,
    id: `data-v-${id}`,
    scoped,
    isProd: true,
  });
  refuse(file, errors);
  return code;
}

function refuse(file: string, errors: readonly (Error | string)[]): void {
  const [error] = errors;
  if (error === undefined) return;
  const place = (error as Compiler.CompilerError).loc?.start.line; // only its own errors have one
  const text = typeof error === 'string' ? error : error.message;
  throw new Error(`${file}${place === undefined ? '' : `:${place}`}: ${text}`);
}
