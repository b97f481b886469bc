import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../src');
const SUBJECT = /^\.([a-z-]+)(?=$|[ :>[.])/;

/** The classes that a style sheet begins rules with. */
function classesIn(file: string): Set<string> {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*.*?\*\//gs, '');
  const selectors = [...text.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.split(','));
  return new Set(selectors.flatMap((one) => SUBJECT.exec(one.trim())?.[1] ?? []));
}

test('a class is styled by one file: style sheets stay when their page is left', () => {
  const owners = new Map<string, string[]>();
  for (const file of globSync('**/*.css', { cwd: root }))
    for (const name of classesIn(file)) owners.set(name, [...(owners.get(name) ?? []), file]);
  assert.deepEqual(
    [...owners].filter(([, files]) => files.length > 1),
    [],
  );
});

/** What a style sheet may not say in raw values, since tokens.css has a name for it. */
const RAW: readonly { readonly of: RegExp; readonly refused: RegExp; readonly token: string }[] = [
  {
    of: /^((row-|column-)?gap|(scroll-)?(padding|margin)(-.*)?)$/,
    refused: /(?<![\d.])(?![01]px)[\d.]+(px|rem)/,
    token: '--space-*',
  },
  { of: /radius$/, refused: /\d(px|rem|%)/, token: '--radius-*' },
  { of: /^font-size$/, refused: /\d(px|rem)/, token: '--size-*' },
  { of: /^font-weight$/, refused: /^(?!400$|500$|600$|inherit$)/, token: '400, 500 or 600' },
  { of: /^line-height$/, refused: /^[\d.]+(px|rem)?$/, token: '--leading-*' },
  { of: /shadow$/, refused: /\d(px|rem)/, token: '--shadow-* or --ring' },
  { of: /^stroke-width$/, refused: /^[\d.]+$/, token: '--stroke' },
  { of: /inline-size$/, refused: /\b([3-9]\d\d|\d{4,})px/, token: '--width-*' },
  {
    of: /./,
    refused: /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch|oklab|color)\(|\b(white|black)\b/i,
    token: 'a color',
  },
];

/** The files that name colors. */
const NAMES_COLORS = ['styles/tokens.css', 'styles/tones.css'];

test('spaces, type, radii, shadows, widths and colors are named, never raw', () => {
  const raw = globSync('**/*.css', { cwd: root })
    .filter((file) => !NAMES_COLORS.includes(file))
    .flatMap((file) =>
      declarationsIn(file).flatMap(([property, value]) =>
        RAW.filter(({ of, refused }) => of.test(property) && refused.test(value)).map(
          ({ token }) => `${file}: ${property}: ${value} (use ${token})`,
        ),
      ),
    );
  assert.deepEqual(raw, []);
});

test('every custom property that a style uses is set somewhere', () => {
  const files = globSync('**/*.{css,vue,ts}', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  const known = new Set(
    files.flatMap((text) => [...text.matchAll(/(--[\w-]+)(?:['"]?:|['"],)/g)].map(([, name]) => name)),
  );
  const used = files.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
  assert.deepEqual(
    [...new Set(used)].filter((name) => !known.has(name) && !/^--reka-|-$/.test(name)),
    [],
  );
});

/** The declarations of a style sheet that are not custom properties. */
function declarationsIn(file: string): [string, string][] {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*.*?\*\//gs, '');
  return [...text.matchAll(/(?<=[{;]\s*)([a-z-]+):\s+([^;{}]+);/g)]
    .map(([, property = '', value = '']): [string, string] => [property, value.trim()])
    .filter(([property]) => !property.startsWith('--'));
}
