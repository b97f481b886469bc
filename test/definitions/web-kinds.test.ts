import assert from 'node:assert/strict';
import { test } from 'node:test';
import { date, email, slug, url } from '../../server/definitions/index.ts';
import { refuses, takes } from './cleaning.ts';

test('a date is a day of the calendar, within its limits', () => {
  for (const day of ['0001-01-01', '2024-02-29', '2000-02-29', '9999-12-31']) takes(date(), day);
  refuses(date(), '2023-02-29', '1900-02-29', '2024-13-01', '2024-00-10', '2024-04-31', '0000-01-01');
  refuses(
    date(),
    '2024-1-1',
    '24-01-01',
    '2024-01-01T00:00:00Z',
    ' 2024-01-01',
    '2024-01-01\n',
    '２０２４-01-01',
  );
  refuses(date(), '', 20240101, 1n, true, []);
  const spring = date({ min: '2024-03-20', max: '2024-06-20' });
  takes(spring, '2024-03-20');
  refuses(spring, '2024-03-19', '2024-06-21');
});

test('an e-mail address has one domain, which is kept in small letters', () => {
  takes(email(), "O'Neil+list@Example.ORG", "O'Neil+list@example.org");
  takes(email(), 'a@b');
  takes(email(), ' a@b.c\n', 'a@b.c');
  takes(email(), 'a@Bücher.example', 'a@xn--bcher-kva.example');
  takes(email(), 'Ann@B.c', 'Ann@b.c');
  refuses(email(), '', 'a', 'a@', '@b', 'a@b@c', 'a b@c.d', 'a@-b.c', 'a@b..c', 'a@b.c, d@e.f', '<a@b.c>');
  refuses(email(), `${'a'.repeat(250)}@b.cd`, `a@${'b'.repeat(64)}.c`, 'a\0@b.c', 7);
});

test('a URL is a whole address of the web', () => {
  for (const address of ['http://a.b', 'https://例子.中国/书?q=1#top', 'HTTPS://a.b:8443/', 'http://[::1]/'])
    takes(url(), address);
  takes(url(), ' http://a.b\t', 'http://a.b');
  refuses(
    url(),
    '',
    'a.b',
    '//a.b',
    '/path',
    'http:a.b',
    'https:\\\\a.b',
    'http://',
    'http://a b',
    'http://a.b:99999',
  );
  refuses(url(), 'javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x');
  refuses(url(), 'ftp://a.b', 'file:///etc/passwd', 'http://a\\@b', `http://a.b/${'x'.repeat(2000)}`, 7);
});

test('a slug is words of small letters and digits with single hyphens between', () => {
  const field = slug({ from: 'title', max: 20 });
  for (const word of ['a', '7', 'shan-hai-jing', 'a'.repeat(20)]) takes(field, word);
  refuses(field, '', 'A', 'a--b', '-a', 'a-', 'a_b', 'a b', '山', 'a'.repeat(21), 'a\nb', 7);
  takes(field, 'a\n', 'a');
  assert.deepEqual([field.required, field.nullable, field.unique, field.initial], [false, false, true, null]);
});

test('a slug is made from a text in any writing, and no candidate is too long', () => {
  const { made, clean } = slug({ from: 'title', max: 40 });
  const candidatesFor = (text: string) => [...(made?.candidates(text) ?? [])];
  const first = (text: string) => candidatesFor(text)[0];
  assert.equal(first('山海经 2024！'), 'shan-hai-jing-2024');
  assert.equal(first('Straße & Café'), 'strasse-cafe');
  assert.equal(first('Привет, мир'), 'privet-mir');
  assert.equal(first('a_b.c~d'), 'a-b-c-d');
  for (const text of ['', '！！！', '😀', '书'.repeat(300), 'ab '.repeat(99), '𠮷', 'ﷺ'.repeat(50)]) {
    const candidates = candidatesFor(text);
    assert.deepEqual(candidates.slice(0, -1), candidatesFor(text).slice(0, -1), 'alike on every engine');
    assert.equal(new Set(candidates).size, candidates.length);
    assert.ok(candidates.length > 0);
    for (const candidate of candidates) takes({ clean }, candidate);
  }
});
