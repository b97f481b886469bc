import { consoleDir } from '../support/browser/browser.ts';
import type { FreshApp } from '../support/fresh-app.ts';
import { type Made, openClient } from '../support/library-client.ts';
import type { Variant } from './configurations.ts';
import type { Program } from './programs.ts';
import { freePort, startProxy } from './started.ts';

/** A server behind a proxy. */
export interface Site extends Made {
  readonly app: FreshApp;
  /** PUBLIC_URL. */
  readonly url: string;
  readonly program: Program;
  /** Whether the proxy compresses JSON. */
  readonly isCompressing: boolean;
  /** The bytes that no upload may have. */
  readonly maxUpload: number;
}

/** Starts a server and a proxy in front of it. */
export async function openSite(program: Program, variant: Variant): Promise<Site> {
  const port = await freePort();
  const url = `https://localhost:${port}${variant.path}`;
  const { app, base, ...made } = await openClient('test/content/harbour', {
    consoleDir,
    publicUrl: url,
    trustProxy: '127.0.0.1',
  });
  await startProxy(program, variant, { port, upstream: new URL(base).host });
  const isCompressing = variant.sections.includes('Compression');
  return { app, url, program, isCompressing, maxUpload: app.settings.uploadRules.maxFileBytes, ...made };
}
