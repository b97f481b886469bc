import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { message, render, type Text } from '../../server/messages/message.ts';
import { logged, messageOf, shownMessage } from '../../server/records/log.collection.ts';
import { fromShort, toShort } from '../../server/records/stored-text.ts';

// No engine changes its result: it is about texts.

const created = message('recordCreated', { label: { en: 'Book', zh: '书' } });
const write = (who: Text, id = '7') => message('loggedWrite', { who, what: created, id });
const seenAs = message('seenAs', { viewer: 'root', username: 'ann' });

describe('a line of the log', () => {
  for (const [what, text, kept] of [
    [
      'a write',
      write('ann'),
      { loggedWrite: { what: { recordCreated: { label: created.params?.label } }, id: '7' } },
    ],
    ['a write without an id', write('ann', ''), { loggedWrite: { what: toShort(created) } }],
    [
      'a write in another name',
      write(seenAs, ''),
      { loggedWrite: { who: toShort(seenAs), what: toShort(created) } },
    ],
    ['a message without parameters', message('otherRefusals'), { otherRefusals: null }],
    [
      'a list of messages',
      message('joined', { parts: [created, 'ann'] }),
      { joined: { parts: [toShort(created), 'ann'] } },
    ],
  ] as const)
    it(`keeps ${what} in short, and shows it in each language`, () => {
      const line = { ...logged(text, 'en', 'ann'), username: 'ann' };
      assert.deepEqual(line.message_source, kept);
      assert.deepEqual(messageOf(line), text);
      const asBefore = { ...line, message_source: text as never };
      for (const language of ['en', 'zh'] as const)
        assert.equal(shownMessage(line, language), shownMessage(asBefore, language));
    });

  it('shows its text where its data is of no message of this version', () => {
    for (const message_source of [
      null,
      { neverHeardOf: null },
      { key: 'neverHeardOf' },
      { key: 7 },
      'words',
      { en: 'Words' },
      { key: 'joined', params: { parts: ['ann', ' ', { key: 'neverHeardOf' }] } },
      { joined: { parts: ['ann', { neverHeardOf: { label: 'Book' } }] } },
      { loggedWrite: { what: { neverHeardOf: null } } },
    ])
      assert.equal(shownMessage({ message: 'text', message_source, username: 'ann' }, 'zh'), 'text');
  });

  it('shows what a version stored that called records rows', () => {
    const what = { key: 'rowDeletedById', params: { label: { en: 'Book', zh: '书' }, id: '7' } };
    const message_source = { key: 'joined', params: { parts: ['ann', ' ', what] } };
    const line = { message: 'text', message_source, username: 'ann' };
    assert.equal(shownMessage(line, 'en'), 'ann Book 7 deleted');
    assert.equal(
      shownMessage(line, 'zh'),
      `ann ${render(message('recordDeletedById', { label: '书', id: '7' }), 'zh')}`,
    );
  });

  it('names its user as the line does by now', () => {
    const line = { ...logged(write('ann'), 'en', 'ann'), username: 'erased' };
    assert.match(shownMessage(line, 'zh'), /erased/);
  });
});

it('a short message is not taken for other objects, nor they for it', () => {
  for (const value of [
    { en: 'Words' },
    { zh: '词' },
    { key: 'recordCreated' },
    { key: 'recordCreated', params: {} },
    {},
    3n,
    null,
  ])
    assert.deepEqual(fromShort(value), value);
});
