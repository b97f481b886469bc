/**
 * Types of files without a mark in their bytes: each with its media type, and the extensions of names that are taken for it.
 * None of them is shown or run in a page; HTML is not among them.
 */
export const TEXT_TYPES: Readonly<
  Record<string, { readonly mime: string; readonly extensions: readonly string[] }>
> = {
  txt: { mime: 'text/plain', extensions: ['txt', 'text'] },
  csv: { mime: 'text/csv', extensions: ['csv'] },
  json: { mime: 'application/json', extensions: ['json'] },
  md: { mime: 'text/markdown', extensions: ['md', 'markdown'] },
  vtt: { mime: 'text/vtt', extensions: ['vtt'] },
  svg: { mime: 'image/svg+xml', extensions: ['svg'] },
};
