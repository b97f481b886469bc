import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  commentLabel: 'Comment',
  mentionLabel: 'Mention',
  commentsTag: 'Comments',
  listComments:
    'The comments on a record, thread by thread, the newest first; those on fields that the caller may read',
  showThread: 'One thread, by the id of any of its comments',
  createComment: 'Comment on a record, or on one of its fields',
  replyToComment: 'Reply to a thread',
  changeComment: 'Change one’s own comment',
  deleteComment: 'Delete one’s own comment; super administrators may delete any',
  resolveThread: 'Mark a thread as resolved',
  reopenThread: 'Open a resolved thread again',
  listMentionable:
    'Users who may be mentioned here: they may read the record and the field, and the caller may know them',
  commentField: 'The field that it is about; without it, the whole record',
  commentLocale: 'The language of a localised field',
  commentState: 'open for threads that wait, resolved for the others; all if left out',
  commentText: 'At most 2,000 characters; <@id> mentions the user with this id',
  commentOpen: 'How many threads are open, by field and language',
  commentAuthor: 'Who wrote it; names that the caller may not know are null',
  commentMentions: 'Whom it mentions',
  commentCan: 'What the caller may do with it',
  commentEmpty: 'Empty if its author took it back, or was erased',
  commentCreated: ({ label, id }) => `Comment on ${label} ${id} added`,
  commentChanged: ({ label, id }) => `Comment on ${label} ${id} changed`,
  commentDeleted: ({ label, id }) => `Comment on ${label} ${id} deleted`,
  threadResolved: ({ label, id }) => `Thread about ${label} ${id} resolved`,
  threadReopened: ({ label, id }) => `Thread about ${label} ${id} opened again`,
  noSuchField: 'is no field that can be read',
  notALocaleOf: 'is no language of this field',
  notMentionable: ({ id }) => `user ${id} cannot be mentioned here`,
  tooManyMentions: ({ max }) => `at most ${max} users may be mentioned`,
  tooManyComments: ({ max }) => `at most ${max} comments in an hour`,
  tooManyThreads: ({ max }) => `at most ${max} threads about one record`,
  tooManyReplies: ({ max }) => `at most ${max} replies in one thread`,
  mentionedYou: ({ name, label, id }) => `${name} mentioned you in a comment on ${label} ${id}`,
  repliedToYou: ({ name, label, id }) => `${name} replied in a thread about ${label} ${id}`,
  keysDiscussNothing: 'it reads and writes no comments',
};
