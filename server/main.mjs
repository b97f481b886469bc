import './quick-load.mjs';

const { serve } = await import('./serve.ts');
await serve();
