import { Type } from '../../../contract/json-schema.ts';
import { MOST_CHARACTERS } from './comment.collection.ts';
import { message } from './messages/message.ts';

/** A text with more in it than spaces and characters that nobody sees. */
export const text = Type.String({
  minLength: 1,
  maxLength: MOST_CHARACTERS,
  pattern: '[^\\s\\p{Cf}]',
  about: message('commentText'),
});

export const person = Type.Object(
  {
    id: Type.Id(),
    nickname: Type.Nullable(Type.String()),
    username: Type.Nullable(Type.String()),
  },
  { about: message('commentAuthor') },
);

const shownComment = Type.Object({
  id: Type.Id(),
  author: person,
  text: Type.String({ about: message('commentEmpty') }),
  mentions: Type.Array(person, { about: message('commentMentions') }),
  create_time: Type.Integer(),
  edit_time: Type.Nullable(Type.Integer()),
  can: Type.Object({ change: Type.Boolean(), delete: Type.Boolean() }, { about: message('commentCan') }),
});

export const thread = Type.Object({
  id: Type.Id(),
  collection: Type.String(),
  record_id: Type.Id(),
  field: Type.Nullable(Type.String({ about: message('commentField') })),
  locale: Type.Nullable(Type.String({ about: message('commentLocale') })),
  resolved: Type.Nullable(Type.Object({ by: person, time: Type.Integer() })),
  can: Type.Object({ resolve: Type.Boolean() }),
  comments: Type.Array(shownComment),
});

export const openThreads = Type.Array(
  Type.Object({
    field: Type.Nullable(Type.String()),
    locale: Type.Nullable(Type.String()),
    count: Type.Integer(),
  }),
  { about: message('commentOpen') },
);
