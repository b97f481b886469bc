import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { richText } from '../../server/definitions/index.ts';
import { refuses, takes } from './cleaning.ts';

const field = richText({ format: 'markdown' });
const careless = { allowDangerousHtml: true, allowDangerousProtocol: true };

function markdownIt(preset: 'commonmark' | 'default', plugin?: typeof footnotes): (text: string) => string {
  const parser = new MarkdownIt(preset, { html: true });
  parser.validateLink = () => true;
  if (plugin) parser.use(plugin);
  return (text) => parser.render(text);
}

/** Renderers that people use, each as careless as its options let it be. */
const renderers: Record<string, (text: string) => string> = {
  marked: (text) => marked.parse(text, { async: false }),
  'marked without GFM': (text) => marked.parse(text, { async: false, gfm: false }),
  'micromark, as remark reads': (text) => micromark(text, careless),
  'micromark with GFM': (text) =>
    micromark(text, { ...careless, extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
  'markdown-it': markdownIt('default'),
  'markdown-it with footnotes': markdownIt('default', footnotes),
  'CommonMark with footnotes': markdownIt('commonmark', footnotes),
};

const OWN =
  'p a img em strong code pre ul ol li blockquote h1 h2 h3 h4 h5 h6 hr br table thead tbody tr th td del s input section sup';
const own = new Set(OWN.split(' '));

/** What of a page an attacker could have written: a tag that no renderer makes, a handler, or an address that runs. */
function harmIn(html: string): string | undefined {
  let harm: string | undefined;
  const parser = new Parser({
    oncomment: () => (harm ??= 'a comment'),
    onopentag(name, attributes) {
      if (!own.has(name)) harm ??= name;
      for (const [attribute, value] of Object.entries(attributes)) {
        const address = value.replace(/\p{Cc}| /gu, '');
        if (attribute.startsWith('on')) harm ??= attribute;
        if (/^(href|src)$/.test(attribute) && /^(javascript|evil):|^[\\/]{2}/i.test(address))
          harm ??= address;
      }
    },
  });
  parser.end(html);
  return harm;
}

describe('Markdown that one of the renderers takes for more than text', () => {
  for (const text of [
    '| `a | <img src=x onerror=alert(1)> | b` |\n|---|---|---|',
    '| `a | [x](javascript:alert(1)) | b` |\n|---|---|---|',
    '[y]: ---\n\t<javascript:a>',
    '[y]: ---\n\t<img src=x onerror=alert(1)>',
    '[y]: x\n\t| `a | <img src=x onerror=alert(1)> | b` |\n|---|---|---|',
    '> [y]: x\n>     <javascript:a>',
    '1. z\n\t| `a | <img src=x onerror=alert(1)> | b` |\n|---|---|---|',
    'www.a.b`<img src=x onerror=alert(1)>`',
    'www.a.b\\<img src=x onerror=alert(1)>',
    'https://a.b\\<evil:a>',
    '<q onx=1\n>1. \t<evil:a>',
    '- \t<img src=x onerror=alert(1)>',
    '>1. # [y]: ---\n\t<javascript:a>',
    '[^1]: \n~~~\n`[y]: ---\n\t<javascript:a>',
    'see https://a.b/`<img src=x onerror=alert(1)>`',
    '[y]: `\nwww.a.b``<img src=x onerror=alert(1)>`',
    '|a|b|\n|-|-|\n|ftp://a.b`|<img src=x onerror=alert(1)>`|',
    '[^1]: <img src=x onerror=alert(1)>',
    'a[^1]\n\n[^1]: b\n\n    <img src=x onerror=alert(1)>',
    '[x](/\\evil.example)',
    '[x](\\\\evil.example)',
    '[x]: javascript:alert(1)',
    '[x](javascript&colon;alert(1))',
    '[x](javascript\\&colon;alert(1))',
    '[x](javascript&amp;colon;alert(1))',
    '[x](java&Tab;script:alert(1))',
    '[x](<\u0001javascript:alert(1)>)',
    '[x](&#1;javascript:alert(1))',
    '![x](&#x1F;javascript:alert(1))',
    '[x]: &#8;javascript:alert(1)',
    '[x](&amp;#1;javascript:alert(1))',
    '[x](&#000000106;avascript:alert(1))',
    '[![a](b)](javascript:alert(1) "title")',
    '![a ![b](javascript:alert(1))](c)',
    '![<b>](c)',
    '<JAVASCRIPT:alert(1)>',
    '~~<b>~~',
    '^[<b>]',
    'a <? (<![CDATA[b]]>',
  ])
    it(`is refused: ${JSON.stringify(text)}`, () => refuses(field, text));

  it('is not what looks like it in code, or is escaped', () => {
    for (const text of [
      '| `<b>` | \\<b> |\n|---|---|',
      'a[^1]\n\n[^1]: `<b>`',
      '```\n[x](javascript:alert(1))\n```\n\n~~a~~',
      '[x](/a?b=c&amp;d=e#f) [y](<a b.png>) ~~z~~',
    ])
      takes(field, text);
  });
});

const PIECES = [
  ...['`', '``', '|', '\n', '\n', '\n\n', '    ', '  ', ' ', '- ', '> ', '1. ', '# ', '\t', '**', '*', '_'],
  ...[
    '~~',
    '~~~',
    '```',
    '](',
    '[',
    '![',
    ')',
    '(',
    '<',
    '>',
    '"',
    "'",
    'a',
    '\\',
    '\\`',
    '\\|',
    '---\n',
    '===',
  ],
  ...[
    '<img src=x onerror=a>',
    '<q onx=1>',
    '<q onx=1\n>',
    '<b>',
    '</b>',
    '<!--',
    '-->',
    '<?',
    '<![CDATA[',
    ']]>',
  ],
  ...[
    '[x](javascript:a)',
    '[x](<javascript:a>)',
    '[x](/\\e)',
    '[x](\\/\\/e)',
    '[x]: javascript:a',
    '[x]',
    '[y]: ',
  ],
  ...[
    '<javascript:a>',
    'javascript:a',
    'javascript&colon;a',
    'JaVa\tscript:a',
    'java&Tab;script:a',
    '<evil:a>',
  ],
  ...[
    '&colon;',
    '\\&colon;',
    '&amp;colon;',
    '&lt;',
    '&#60;',
    'evil:a',
    'www.a.b',
    '"t"',
    '[^1]',
    '[^1]: ',
    '^[',
  ],
  ...['[y]: ---\n\t<javascript:a>', '\t| `a | <b> | b` |\n|---|---|---|', ' https://a.b', '``'],
  ...['\n|---|---|\n', 'a | b\n--|--\n', '- [ ] ', '\u00a0'],
];

test('what is accepted makes no script and no unsafe address in any of the renderers', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      if (field.clean(text) !== text) return;
      for (const [name, render] of Object.entries(renderers))
        assert.equal(harmIn(render(text)), undefined, `${name} of ${JSON.stringify(text)}`);
    }),
    // Always the same texts, unless it is run for long.
    process.env.RANDOM_REQUESTS
      ? { numRuns: Number(process.env.RANDOM_REQUESTS) }
      : { numRuns: 3000, seed: 1 },
  );
});
