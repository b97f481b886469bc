import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { richText } from '../../server/definitions/index.ts';
import { refuses, takes } from './cleaning.ts';

/** Anything like a tag, except for tags without attributes or with harmless ones. */
const HARMFUL = /<(?!\/?[a-z][a-z0-9]*(?: (?:href|src|alt|title)="[^"<>]*")*(?: \/)?>)/;

describe('rich text as HTML', () => {
  const field = richText();

  test('keeps what an article is made of', () => {
    for (const html of [
      '<h2>题</h2><p>一<strong>二</strong><br />三</p>',
      '<a href="https://a.b/?x=1&amp;y=2" title="t">x</a><a href="/v1/book">y</a><a href="mailto:a@b.c">z</a>',
      '<figure><img src="/files/1.png" alt="山" /><figcaption>海</figcaption></figure>',
      '<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
      '<pre><code class="language-ts">a &lt; b</code></pre>',
    ])
      takes(field, html);
  });

  const harmful: [string, string][] = [
    ['<script>alert(1)</script>a', 'a'],
    ['<style>*{display:none}</style>a', 'a'],
    ['<p onclick="alert(1)" style="position:fixed" class="x" id="root">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="java&#10;script:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="//evil.example">a</a>', '<a>a</a>'],
    ['<img src="data:image/svg+xml,x" onerror="alert(1)">', '<img />'],
    ['<img src=x srcset="javascript:alert(1)">', '<img src="x" />'],
    ['<iframe src="https://a.b"></iframe><object></object><embed><form action="/"><input></form>a', 'a'],
    ['<svg><a xlink:href="javascript:alert(1)">a</a></svg>', '<a>a</a>'],
    ['<math><mtext><style><img src=x onerror=alert(1)></style>', ''],
    ['<!-- a --><![CDATA[b]]>c', 'c'],
    ['<base href="https://evil.example"><meta http-equiv="refresh"><link rel="stylesheet">a', 'a'],
    ['<b>a', '<b>a</b>'],
    ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
  ];
  for (const [html, safe] of harmful) test(`makes ${html} safe`, () => takes(field, html, safe));

  test('leaves no tag, attribute or comment that is not allowed, also when it is sent again', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<a href="',
        '">',
        '<!--',
        '-->',
        '<img src=x onerror=',
        '&lt;',
        '&#x3c;',
        '<svg>',
        '</',
        '"',
        '<script>',
      ),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = field.clean(pieces.join(''));
        for (const safe of [once, field.clean(once)]) assert.doesNotMatch(String(safe), HARMFUL);
      }),
      { numRuns: 500 },
    );
  });

  test('counts characters before and after', () => {
    const short = richText({ max: 10, required: true });
    takes(short, '<b>一二三</b>');
    refuses(short, '', 'x'.repeat(11), '<<<<<', '<script></script>', 7);
    assert.equal(field.clean('<b>'.repeat(5000)), '<b>'.repeat(100) + '</b>'.repeat(100));
  });
});

describe('rich text as Markdown', () => {
  const field = richText({ format: 'markdown' });

  test('is kept to the letter', () => {
    for (const markdown of [
      '# 题\n\n*一* `<script>` [二](https://a.b "t") ![三](/files/1.png)\n',
      '```html\n<b>code</b>\n```\n\na < b && c > d',
      '<https://a.b> <a@b.c> [x](#top) [y](?q=a:b) [z](./a:b)',
      '[ref]\n\n[ref]: ../other.md',
      '\\<b>',
    ])
      takes(field, markdown);
  });

  test('with HTML or a dangerous link in it is refused', () => {
    refuses(
      field,
      '<b>x</b>',
      'a <!-- b -->',
      '<script>alert(1)</script>',
      '> <div>',
      '- a <img src=x onerror=y>',
    );
    refuses(field, '[x](javascript:alert(1))', '[x](JaVa&#115;cript:alert(1))', '![x](data:image/svg+xml,x)');
    refuses(
      field,
      '<javascript:alert(1)>',
      '[x]\n\n[x]: vbscript:x',
      '[x](//evil.example)',
      '| [x](file:///etc) |',
    );
    refuses(field, '# [![x](javascript:a)](https://a.b)');
  });

  test('is refused where it is nested more deeply than parsers look', () => {
    const html = '<img src=x onerror=alert(1)>';
    for (const depth of [12, 25, 60, 110, 1000])
      for (const open of ['> ', '>', '- ', '1. ', '> - ']) refuses(field, open.repeat(depth) + html);
    for (const depth of [30, 110, 1000]) {
      refuses(field, `[${'!['.repeat(depth)}a${'](b)'.repeat(depth)}](javascript:alert(1))`);
      refuses(field, `${'^['.repeat(depth)}[a](javascript:alert(1))${']'.repeat(depth)}`);
    }
    takes(field, `${'> '.repeat(20)}a`);
    takes(field, Array.from({ length: 20 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'));
    takes(field, '[1, 2[ '.repeat(12));
  });
});

describe('rich text with more markup than any article needs', () => {
  test('is refused, not read', () => {
    refuses(richText(), '<b></i>'.repeat(3000));
    refuses(richText(), '<'.concat('!--<'.repeat(6000)));
    refuses(richText(), '< '.repeat(12_000));
    takes(richText(), '<p>a &lt; b</p>'.repeat(2400));
    const markdown = richText({ format: 'markdown' });
    refuses(markdown, '_a'.repeat(12_000));
    takes(markdown, 'a *b* '.repeat(4900));
    refuses(
      markdown,
      '- a\n'.repeat(12_000),
      '^[a'.repeat(9000),
      'a\n\n'.repeat(16_000),
      '1. a\n'.repeat(9000),
    );
    refuses(markdown, Array.from({ length: 5000 }, (_, number) => `[^${number}]: a\n`).join(''));
    takes(markdown, Array.from({ length: 2000 }, (_, number) => `- line ${number}`).join('\n'));
    takes(markdown, `|a|b|\n|---|---|\n${'|one cell|another|\n'.repeat(1500)}`);
    takes(markdown, `\`\`\`ts\n${'const value = rows[index]; // a_b\n'.repeat(1400)}\`\`\``);
  });

  test('is refused where a parser would look at it again and again', () => {
    const markdown = richText({ format: 'markdown' });
    refuses(markdown, '!['.repeat(18) + '&amp; a:\n'.repeat(4000), '[x '.repeat(25) + '$'.repeat(40_000));
    refuses(markdown, '\r\n[^a]\n>- '.repeat(600) + '\n        (a'.repeat(1500));
    for (const text of ['[0, 1) and '.repeat(20), '> - a\nlazy\n'.repeat(90), '[![a](b)](c) '.repeat(1600)])
      takes(markdown, text);
    for (const text of ['> a\n'.repeat(2000), '$ & % = '.repeat(3000)]) takes(markdown, text);
  });
});
