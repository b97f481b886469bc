import { defineAccessTest } from 'quire-cms';

export default defineAccessTest({
  people: { member: [], other: [] },
  values: { topic: { code: 'ABC' } },
  statements: ({ member, other, nobody, root }) => [
    member.sees('note', { owner: member }),
    member.never.sees('note', { owner: other }),
    member.never.sees('note', { owner: member, field: 'address' }),
    root.sees('note', { owner: member, field: 'address' }),
    member.changes('note', { owner: member }),
    member.never.deletes('note', { owner: other }),
    nobody.sees('topic'),
    nobody.never.calls('GET /cms/admin/users'),
    // These do not hold.
    nobody.creates('note'),
    member.sees('note', { owner: other }),
    member.never.deletes('note', { owner: member }),
    member.sees('topic', { values: { code: 'abc' } }),
    member.never.sees('nte'),
    member.never.sees('note', { field: 'adress' }),
    member.sees('topic', { values: { cod: 'DEF' } }),
    nobody.never.calls('GET /cms/admin/usrs'),
    root.calls('DELETE /cms/user/sessions'),
  ],
});
