export interface Commented {
  label: string;
  id: bigint;
}

/** In Chinese. */
export const zh = {
  commentLabel: '评论',
  mentionLabel: '提及',
  commentsTag: '评论',
  listComments: '一条记录的评论，按话题，从新到旧；只含调用者可见字段的评论',
  showThread: '一个话题，可用其任一评论的编号',
  createComment: '评论一条记录，或其一个字段',
  replyToComment: '回复一个话题',
  changeComment: '修改自己的评论',
  deleteComment: '删除自己的评论；超级管理员可删除任何评论',
  resolveThread: '将话题标记为已解决',
  reopenThread: '重新打开已解决的话题',
  listMentionable: '可以在此提及的人：可读取该记录与字段，并且调用者可以认识的用户',
  commentField: '所评论的字段；不填则评论整条记录',
  commentLocale: '本地化字段的语言',
  commentState: 'open 未解决的话题，resolved 已解决的话题；不填则为全部',
  commentText: '最多 2000 个字符；以 <@用户编号> 提及他人',
  commentOpen: '未解决的话题数，按字段与语言',
  commentAuthor: '作者；姓名未知时为 null',
  commentMentions: '所提及的人',
  commentCan: '调用者可以做什么',
  commentEmpty: '作者收回或已被抹除的评论，文字为空',
  commentCreated: ({ label, id }: Commented) => `${label} ${id} 的评论添加成功`,
  commentChanged: ({ label, id }: Commented) => `${label} ${id} 的评论更新成功`,
  commentDeleted: ({ label, id }: Commented) => `${label} ${id} 的评论删除成功`,
  threadResolved: ({ label, id }: Commented) => `${label} ${id} 的话题已解决`,
  threadReopened: ({ label, id }: Commented) => `${label} ${id} 的话题已重新打开`,
  noSuchField: '不是可以读取的字段',
  notALocaleOf: '不是此字段的语言',
  notMentionable: ({ id }: { id: string }) => `不能在此提及用户 ${id}`,
  tooManyMentions: ({ max }: { max: number }) => `最多提及 ${max} 人`,
  tooManyComments: ({ max }: { max: number }) => `每小时最多 ${max} 条评论`,
  tooManyThreads: ({ max }: { max: number }) => `一条记录最多 ${max} 个话题`,
  tooManyReplies: ({ max }: { max: number }) => `一个话题最多 ${max} 条回复`,
  mentionedYou: ({ name, label, id }: { name: string } & Commented) =>
    `${name} 在${label} ${id} 的评论中提到了你`,
  repliedToYou: ({ name, label, id }: { name: string } & Commented) => `${name} 回复了${label} ${id} 的话题`,
  keysDiscussNothing: '不能读写评论',
};
