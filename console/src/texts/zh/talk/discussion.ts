import type { discussion as english } from '../../en/talk/discussion.ts';

export const discussion: typeof english = {
  title: '讨论',
  empty: '还没有人发言。',
  write: '谈谈这些变更',
};
