/** In Chinese. */
export const zh = {
  movedRecordLabel: '迁入记录',
  movedIn: ({ username, name }: { username: string; name: string }) => `${username} 迁入了 ${name}`,
};
