import { textOf } from '../support/documentation/documents.ts';

/** The languages of the code blocks in docs/guides/deploying.md. */
export type Language = 'nginx' | 'apache' | 'haproxy';

/** What is added to the configuration that stands first in the documentation. */
export interface Variant {
  readonly name: string;
  /** Headings of sections whose block for the proxy changes it. */
  readonly sections: readonly string[];
  /** More lines for each proxy, in the same way. */
  readonly lines?: Readonly<Record<Language, string>>;
  /** The path of PUBLIC_URL. */
  readonly path: string;
}

/** What in the documentation stands for things of this run. */
export interface Place {
  readonly port: number;
  readonly upstream: string;
  /** The file with certificate and key. */
  readonly certificate: string;
}

const page = textOf('docs/guides/deploying.md');

/** The configuration as the documentation has it, with ports and files of this run. */
export function configurationOf(language: Language, { sections, lines }: Variant, place: Place): string {
  const blocks = [...sections.map((heading) => blockIn(heading, language)), lines?.[language] ?? ''];
  const whole = blocks.reduce(withLines, blockIn('Reverse proxy', language));
  return whole
    .replaceAll('127.0.0.1:5000', place.upstream)
    .replaceAll('/etc/ssl/quire.pem', place.certificate)
    .replaceAll('cms.example.org', 'localhost')
    .replace(/(listen |bind |<VirtualHost )(\*?:)?443/, `$1127.0.0.1:${place.port}`);
}

function blockIn(heading: string, language: Language): string {
  const [, section] = page.split(RegExp(`^#+ ${heading}$`, 'm'));
  const [, block] = RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(section ?? '') ?? [];
  if (block === undefined)
    throw new Error(`docs/guides/deploying.md has no block '${language}' below '${heading}'`);
  return block;
}

/** Replaces a directive that stands there once; puts other lines at the end of the last block. */
function withLines(configuration: string, block: string): string {
  return linesOf(block).reduce((text, line) => {
    const [word = ''] = line.trim().split(' ');
    if (ONCE.has(word)) return text.replace(RegExp(`^ *${word} .*$`, 'm'), () => line);
    return text.replace(/(\n(\}|<\/VirtualHost>))?\n?$/, (end) => `\n${line}${end}`);
  }, configuration);
}

const ONCE = new Set(['location', 'proxy_pass', 'proxy_http_version', 'ProxyPass']);

function linesOf(block: string): string[] {
  return block.split('\n').filter((line) => line.trim() !== '');
}
