import type { MoveSource } from './source.ts';

/** The systems that can move in. */
export const SYSTEMS = ['quire', 'wordpress', 'directus', 'strapi'] as const;
export type System = (typeof SYSTEMS)[number];

export interface SourceAddress {
  /** A file or a URL. */
  readonly from: string;
  readonly tokenFile: string | undefined;
  /** Networks from which files may come although they are not public. */
  readonly networks: readonly string[];
  /** Earlier versions of records come as well, where the system tells them. */
  readonly withVersions: boolean;
}

/** The systems that tell earlier versions. */
export const WITH_VERSIONS: readonly System[] = ['directus'];

/** Opens the source, whose reader is loaded only now. Throws SourceProblem. */
export async function openSource(
  system: System,
  { from, networks, tokenFile, withVersions }: SourceAddress,
): Promise<MoveSource> {
  switch (system) {
    case 'quire':
      return (await import('./archive/archive-source.ts')).openArchive(from);
    case 'directus': {
      const { openApi, readToken } = await import('./http/api.ts');
      const api = openApi(from, await readToken(tokenFile));
      return (await import('./directus/directus-source.ts')).openDirectus(api, withVersions);
    }
    case 'strapi': {
      const { makeFetchFile } = await import('./http/fetch-file.ts');
      const { strapiSource } = await import('./strapi/strapi-source.ts');
      const fetchFile = makeFetchFile(networks);
      if (!/^https?:/.test(from))
        return strapiSource(await (await import('./strapi/export-reader.ts')).openExport(from, fetchFile));
      const { openApi, readToken } = await import('./http/api.ts');
      const api = openApi(from, await readToken(tokenFile));
      return strapiSource(await (await import('./strapi/api-reader.ts')).openStrapi(api, fetchFile));
    }
    case 'wordpress': {
      const { makeFetchFile } = await import('./http/fetch-file.ts');
      return (await import('./wordpress/wordpress-source.ts')).openWordpress(from, makeFetchFile(networks));
    }
  }
}
