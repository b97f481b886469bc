import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// In plain JavaScript, because this file is read before what shortens a start is there (docs/design/start.md).
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/quire', import.meta.url)));
// What an ES module imports by a relative path is named in full: the file system need not be asked which file is meant.
registerHooks({
  resolve: (specifier, context, next) =>
    /^\.\.?\//.test(specifier) && context.conditions.includes('import')
      ? { url: new URL(specifier, context.parentURL).href, shortCircuit: true }
      : next(specifier, context),
});
