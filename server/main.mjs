import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled modules are kept among this project's own dependencies, so that a start takes half the time. In plain JavaScript,
// because this file is read before the cache is there.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/quire', import.meta.url)));
await import('./serve.ts');
